# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::CheckTest < Minitest::Test
    include ACommand
    include ALab

    CASE = "interrupt/timeout-in-get"

    def teardown = unpin

    def test_the_reference_passes_and_its_broken_copy_is_caught
      assert_equal 0, command("check", "socket", "--case", CASE, "--format", "json", "--record", file("c.jsonl"))
      document = JSON.parse(out.string)

      assert_equal [[CASE, "socket", "PASS", 10]], document["cases"].map { |one|
 one.values_at("case", "contender", "outcome", "n") }
      assert_equal [["socket", true], ["keeps-connection", true]], document["controls"].map { |one|
 one.values_at("control", "right") }.uniq
      assert_equal 0, command("show", file("c.jsonl"))
    end

    def test_mistakes_start_nothing
      [%w[check], %w[check dali], %w[check socket --case nope/*], %w[check socket --format csv],
       %w[check socket --seed x]].each { |argv| assert_operator refused(*argv).lines.size, :<=, 3 }
      refute_path_exists Paths.new.records
    end
  end
end
