# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class Report::BencherTest < Minitest::Test
    # What Bencher's reference says of its Metric Format, as a schema; and the lengths that it allows.
    METRIC = { "type" => "object", "required" => ["value"], "additionalProperties" => false,
               "properties" => %w[value lower_value upper_value].to_h { |name| [name, { "type" => "number" }] } }.freeze
    FORMAT = JSONSchemer.schema({
      "$schema" => "http://json-schema.org/draft-07/schema#", "type" => "object", "propertyNames" => { "maxLength" => 1024 },
      "additionalProperties" => { "type" => "object", "minProperties" => 1, "additionalProperties" => METRIC,
                                  "propertyNames" => { "pattern" => "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength" => 64 } }
    })

    def test_follows_the_metric_format
      tables = [MadeRecord.table, MadeRecord.table(processes: 2), MadeRecord.table(blocks: 0)]

      tables.each { |table| assert_empty FORMAT.validate(document(table)).to_a }
      assert_empty FORMAT.validate(::JSON.parse(Report::OpenLoop::Bencher.new(MadeRates.table).to_s)).to_a
    end

    def test_latency_is_the_time_per_call_with_its_interval
      table = MadeRecord.table
      row = table.shown.first

      assert_equal [row.wall_ns, *row.interval],
                   document(table).dig("dalli client/set", "latency").values_at("value", "lower_value", "upper_value")
    end

    private

    def document(table) = ::JSON.parse(Report::Bencher.new(table).to_s)
  end
end
