# frozen_string_literal: true

require "test_helper"
require "json_schemer"

module Cachemark
  class Report::OpenLoop::JSONTest < Minitest::Test
    PATH = "#{Cachemark::ROOT}/schema/open-loop.json".freeze
    SCHEMA = JSONSchemer.schema(Pathname(PATH))
    FAILED = { "type" => "failure", "cell" => "c1", "status" => "invalid", "reason" => "wrong reply" }.freeze

    def test_follows_its_schema
      assert_empty errors(document(rates: [1_000, 2_000], slo_ns: 1_000_000))
      assert_empty errors(document(processes: 2, ending: nil))
      assert_empty errors(document(more: [FAILED]))
    end

    def test_the_schema_knows_every_member
      known = ::JSON.parse(File.read(PATH))["$defs"].transform_values { |part| part["properties"]&.keys&.sort }

      assert_equal names(Stats::OpenLoop::Row.members - Stats::Row::INTERNAL), known["row"]
      assert_equal names(Stats::OpenLoop::Highest.members), known["highest"]
    end

    def test_has_every_rate_and_how_far_each_cell_went
      said = document(rates: [1_000, 2_000], slo_ns: 1_000_000, cells: [{}, { "shown" => false }]) do |rate, _|
        Array.new(1_000) { |at| [rate == 1_000 ? 0 : at * 1_000_000, 50_000] }
      end

      assert_equal %w[cachemark/open-loop/1 run], said.values_at("schema", "command")
      assert_equal [[1_000, false], [2_000, true]], said["rows"].map { |row| row.values_at("rate", "fell_behind") }
      assert_equal [[1_000, 2_000]], said["highest_rate"].map { |one| one.values_at("rate", "stopped_at") }
    end

    private

    def names(members) = members.map(&:to_s).sort

    def document(**given, &) = ::JSON.parse(Report::OpenLoop::JSON.new(MadeRates.table(**given, &)).to_s)

    def errors(document) = SCHEMA.validate(document).map { |error| error["error"] }
  end
end
