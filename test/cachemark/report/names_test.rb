# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::NamesTest < Minitest::Test
    def test_a_newest_release_has_its_number
      names = Report::Names.new([])

      assert_equal "dalli 4.3.10", names.of(row("dalli", notation: "dalli@4.3.10"))
      assert_equal "dalli, YJIT (4.3.10)", names.of(row("dalli, YJIT", notation: "dalli@4.3.10,jit=yjit"))
      assert_equal "dalli@4.3.10", names.of(row("dalli@4.3.10", notation: "dalli@4.3.10"))
      assert_equal "dalli 1.2", names.of(row("dalli", notation: "dalli@git:main", version: "1.2"))
      assert_equal "socket", names.of(row("socket", client: "ruby/socket", version: "3.1.2"))
    end

    def test_paths_are_as_long_as_it_takes_to_tell_them_apart
      rows = ["dalli@path:/home/me/a/dalli", "dalli@path:/home/me/b/dalli,ruby=/opt/ruby/bin/ruby"].map { |name| row(name) }
      names = Report::Names.new(rows)

      assert_equal ["dalli@path:a/dalli", "dalli@path:b/dalli,ruby=ruby"], rows.map { |one| names.of(one) }
      assert_equal "dalli@path:a/dalli is the fastest.", names.shortened("#{rows.first.contender} is the fastest.")
    end

    def test_no_name_is_longer_than_the_table_can_hold
      assert_operator Report::Names.new([]).of(row("x" * 200)).size, :<=, 49
    end

    private

    def row(contender, **members) = MadeRecord.row(contender: contender, **{ client: "ruby/dalli", **members })
  end
end
