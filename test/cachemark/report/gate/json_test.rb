# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class GateJSONTest < Minitest::Test
  PATH = Pathname("#{Cachemark::ROOT}/schema/gate.json")
  SCHEMA = JSONSchemer.schema(PATH)

  def test_follows_its_schema
    [MadeDecision.of, MadeDecision.of(code: 3, comparison: MadeVerdicts.comparison(verdicts: [], noise: []))].each do |decision|
      assert_empty(SCHEMA.validate(document(decision)).map { |error| error["error"] })
    end
  end

  def test_the_schema_knows_every_member_of_a_verdict
    known = JSON.parse(PATH.read).dig("$defs", "verdict", "properties").keys

    assert_empty (Cachemark::Stats::Verdict.members - [:comparison]).map(&:to_s) - known
  end

  def test_says_the_decision_and_what_became_of_each_verdict
    document = document(MadeDecision.of)

    assert_equal [1, "regression", Cachemark::Report::Sentences::Gate.of(MadeDecision.of)], document.values_at("code", "decision", "sentences")
    assert_equal MadeDecision::RESULTS, document["verdicts"].map { |verdict| verdict["result"] }
  end

  def test_says_what_the_second_set_said
    again = MadeVerdicts.slower(pairs: 12, effect: 0.03, interval: [0.02, 0.04])
    document = document(MadeDecision.of(repeats: [again]))

    assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
    assert_equal [["dalli@3.2.8", "client/get", [0.02, 0.04], 12]],
                 document["repeats"].map { |one| one.values_at("contender", "scenario", "interval", "pairs") }
    assert_equal [], document(MadeDecision.of(results: %w[passed] * 5))["repeats"]
  end

  private

  def document(decision) = JSON.parse(Cachemark::Report::Gate::JSON.new(decision).to_s)
end
