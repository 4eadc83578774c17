# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Record::BeginningTest < Minitest::Test
    def test_has_what_was_measured_and_nothing_that_came_of_it
      record = read(MadeComparison.lines)

      assert_equal %w[run environment cell], record.lines.map { |line| line["type"] }.uniq
      assert_equal 4, record.cells.size
      assert_empty record.blocks
    end

    def test_damage_further_on_does_not_matter
      assert_equal 4, read(MadeComparison.lines, "{ broken").cells.size
    end

    def test_what_is_no_record_is_nil
      assert_nil read([], "no record")
      assert_nil read([], "")
      assert_nil read([{ "type" => "run", "schema" => "cachemark/record/9" }])
      assert_nil read([[1]])
      assert_nil Record::Beginning.read("/nowhere/at-all.jsonl")
    end

    private

    def read(lines, *more)
      FolderTree.open("r.jsonl" => [*lines.map { |line| JSON.generate(line) }, *more].join("\n")) do |root|
        Record::Beginning.read("#{root}/r.jsonl")
      end
    end
  end
end
