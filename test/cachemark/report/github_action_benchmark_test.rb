# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class Report::GitHubActionBenchmarkTest < Minitest::Test
    # What that action's README says of the entries of customSmallerIsBetter, as a schema.
    TEXTS = %w[name unit range extra].to_h { |name| [name, { "type" => "string", "minLength" => 1 }] }
    ENTRY = { "type" => "object", "required" => %w[name unit value], "additionalProperties" => false,
              "properties" => { "value" => { "type" => "number" }, **TEXTS } }.freeze
    ENTRIES = JSONSchemer.schema({ "type" => "array", "items" => ENTRY })

    def test_follows_what_the_action_reads
      [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)].each do |table|
        assert_empty ENTRIES.validate(entries(table)).to_a
      end
      assert_empty ENTRIES.validate(::JSON.parse(Report::OpenLoop::GitHubActionBenchmark.new(MadeRates.table).to_s)).to_a
    end

    def test_each_figure_is_an_entry_with_a_name_of_its_own
      entries = entries(MadeRecord.table { |contender, process, _| (contender == "socket" ? 1_000 : 2_000) + process })

      assert_equal ["dalli client/set: time per call", "dalli client/set: x socket", "dalli client/set: allocations"],
                   entries.map { |entry| entry["name"] }
      assert_match(/\A± 0\.\d %\z/, entries.first["range"])
      assert_match(/^dalli@1\.0\nruby 3\.1\.2\n8 processes/, entries.first["extra"])
    end

    private

    def entries(table) = ::JSON.parse(Report::GitHubActionBenchmark.new(table).to_s)
  end
end
