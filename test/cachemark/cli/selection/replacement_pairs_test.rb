# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Selection::ReplacementPairsTest < Minitest::Test
    include ACommand

    def test_takes_the_place_of_the_pairs_of_every_scenario_that_has_some
      scenarios = %w[client/get client/set-pairs client/get-pairs].map { |id| MadeCells.scenario(id) }
      plain, set, get = replacement.over(scenarios)

      assert_equal [3, 2, 2], [plain, set, get].map(&:calls)
      assert_equal({ "k1" => "v1", "k2" => "v2" }, get.pairs.texts)
    end

    def test_replaces_the_pairs_of_a_record_by_a_copy_in_another_place
      facts = replacement.pairs.to_record.merge("file" => "/where/it/was.json")

      assert_equal data, replacement.recorded_as(facts, "run.jsonl").file
      other = replacement(file("other.json", '{"k":"v"}'))
      message = assert_raises(Usage) { other.recorded_as(facts, "run.jsonl") }.message
      assert_match(%r{run\.jsonl was made with other pairs .*\nname a copy of /where/it/was\.json}, message)
    end

    private

    def replacement(path = data) = CLI::Selection::ReplacementPairs.new(path)

    def data = @data ||= file("data.json", '{"k1":"v1","k2":"v2"}')
  end
end
