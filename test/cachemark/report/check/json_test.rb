# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::JSONTest < Minitest::Test
    def test_has_cases_and_controls_apart
      document = JSON.parse(Report::Check::JSON.new(MadeCheck.of).to_s)

      assert_equal ["cachemark/check/1", "check", true], document.values_at("schema", "command", "trusted")
      assert_equal [["interrupt/kill-in-get", "dalli", "sync", "PASS", 10]],
                   document["cases"].map { |one| one.values_at("case", "contender", "mode", "outcome", "n") }
      assert_equal [["socket", "passes", true], ["x", "caught", true]],
                   document["controls"].map { |one| one.values_at("control", "expected", "right") }
    end
  end
end
