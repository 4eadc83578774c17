# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::DataTest < Minitest::Test
    include ACommand

    def test_takes_the_place_of_the_pairs_of_every_scenario_that_has_some
      scenarios = %w[client/get client/set-pairs client/get-pairs].map { |id| MadeCells.scenario(id) }
      plain, set, get = CLI::Data.new(path).over(scenarios)

      assert_equal [3, 2, 2], [plain, set, get].map(&:calls)
      assert_equal({ "k1" => "v1", "k2" => "v2" }, get.pairs.texts)
    end

    def test_without_pairs_it_has_no_place
      message = assert_raises(Usage) { CLI::Data.new(path).over([MadeCells.scenario("client/get")]) }.message

      assert_match(/takes the place of a scenario's pairs, and none of these has any\nname one that has: --suite gevent/, message)
    end

    def test_stands_for_a_record_s_pairs_wherever_it_lies_now
      facts = CLI::Data.new(path).pairs.to_record.merge("file" => "/where/it/was.json")

      assert_equal path, CLI::Data.new(path).standing_for(facts, "run.jsonl").file
      message = assert_raises(Usage) { CLI::Data.new(file("other.json", '{"k":"v"}')).standing_for(facts, "run.jsonl") }.message
      assert_match(%r{run\.jsonl was made with other pairs .*\nname a copy of /where/it/was\.json}, message)
    end

    private

    def path = @path ||= file("data.json", '{"k1":"v1","k2":"v2"}')
  end
end
