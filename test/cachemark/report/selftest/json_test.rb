# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class SelftestJSONTest < Minitest::Test
  SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/selftest.json"))

  def test_follows_its_schema
    [MadeSelftest.of, MadeSelftest.of(wrong: { "twin" => "slower", "slow" => nil }, stopped: []),
     MadeSelftest.of(controls: [], outcome: nil), MadeSelftest.of(whole: false, outcome: "interrupted")].each do |selftest|
      assert_empty(SCHEMA.validate(document(selftest)).map { |error| error["error"] })
    end
  end

  def test_begins_with_what_it_is
    assert_equal %w[cachemark/selftest/1 selftest], document.values_at("schema", "command")
    assert_equal [true, [true, true, true], true],
                 [document["passed"], document["controls"].map { |one| one["right"] }, document["gate"]["right"]]
  end

  def test_a_control_has_what_was_expected_and_what_came
    mistaken = document(MadeSelftest.of(wrong: { "slow" => "unresolved" }))

    assert_equal ["slow", "client/get", "slower", "unresolved", 0.05, [0.041, 0.06], false],
                 mistaken["controls"][1].values_at("contender", "scenario", "expected", "verdict", "effect", "interval", "right")
    refute mistaken["passed"]
  end

  def test_what_says_nothing_is_not_called_wrong
    { "unresolved" => %w[undecided undecided], "same" => %w[wrong failed],
      "slower" => %w[right passed] }.each do |verdict, states|
      told = document(MadeSelftest.of(wrong: { "slow" => verdict }))

      assert_equal states, [told["controls"][1]["state"], told["state"]]
    end
    assert_equal [false, "undecided"], document(MadeSelftest.of(whole: false)).values_at("passed", "state")
  end

  def test_a_control_without_a_verdict_is_not_right
    assert_equal [nil, nil, false],
                 document(MadeSelftest.of(wrong: { "slow" => nil }))["controls"][1].values_at("verdict", "effect", "right")
  end

  def test_a_gate_that_stopped_too_much_is_told
    gate = document(MadeSelftest.of(stopped: [%w[slow client/get], %w[twin client/get]]))["gate"]

    assert_equal [[%w[slow client/get]], [%w[slow client/get], %w[twin client/get]], false],
                 gate.values_at("expected", "found", "right")
  end

  private

  def document(selftest = MadeSelftest.of) = JSON.parse(Cachemark::Report::Selftest::JSON.new(selftest).to_s)
end
