# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WorkRowsTest < Minitest::Test
    def test_a_row_has_the_figures_of_the_second_iteration
      row = rows(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], bytes_out: 99, first: { "hits" => 1 })).first

      assert_equal ["ok", 3, 99, 3], [row.status, row.hits, row.bytes_out, row.round_trips]
      assert_equal({ hits: 1 }, row.first)
      assert_equal %w[get], row.commands.map { |command| command["name"] }
      assert_equal %w[1.0 /gems/a.rb], [row.version, row.file]
    end

    def test_twins_are_named_and_differences_told
      all = rows(*%w[a b].map { |name| MadeWork.row(name, "client/set", [set], cell: { "client" => "ruby/x" }, digest: "one") })

      assert_equal [["identical to b: same code, same options", "ttl 9 where the scenario says none"],
                    ["identical to a: same code, same options", "ttl 9 where the scenario says none"]], all.map(&:footnotes)
    end

    def test_a_shim_is_told
      lines = MadeWork.row("a", "client/set", [set]) + [{ "type" => "environment", "contender" => "a", "shims" => %w[logger] }]

      assert_includes rows(lines).first.footnotes, "runs with shim logger"
    end

    def test_what_stands_in_for_what_is_told
      row = rows(MadeWork.row("a", "client/set", [set], cell: { "footnotes" => ["2.0 stands in for 1.9"] })).first

      assert_equal ["2.0 stands in for 1.9", "ttl 9 where the scenario says none"], row.footnotes
    end

    def test_how_many_calls_waited_at_once_is_told
      lines = MadeWork.row("a", "client/set", [MadeWork.command("set")])
      waited = { "type" => "in_flight", "cell" => "a client/set", "of" => 4, "seen" => 4 }
      row = rows(lines + [waited]).first

      assert_equal [{ seen: 4, of: 4 }, ["in flight: 4 of 4"]], [row.in_flight, row.footnotes]
    end

    def test_what_was_not_observed_has_no_figures
      lines = MadeWork.row("a", "client/set", [set])
      failure = { "type" => "failure", "cell" => "a client/set", "contender" => "a", "status" => "invalid", "reason" => "wrong" }

      assert_equal [["failed", "not measured before the run ended", nil]], told(lines.first(2))
      assert_equal [["invalid", "wrong", nil]], told(lines + [failure])
    end

    private

    def set = MadeWork.command("set", ttls: [9])
    def rows(*lines) = Stats::WorkRows.new(MadeWork.record(*lines)).to_a
    def told(lines) = rows(lines).map { |row| [row.status, row.reason, row.round_trips] }
  end
end
