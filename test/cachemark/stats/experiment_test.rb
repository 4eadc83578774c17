# frozen_string_literal: true

require "test_helper"
require "json"

class ExperimentTest < Minitest::Test
  Experiment = Cachemark::Stats::Experiment
  ENDING = { "outcome" => "complete", "machine" => { "steal_percent" => 0.2 } }.freeze

  def test_keeps_the_effects_of_every_cell_and_metric
    facts = of(effects: { "client/get" => 0.05 }, pairs: 14, noise_pairs: 6)
    get, _set, noise = facts["cells"]

    assert_equal [["v1", "client/get", false], ["n1", "client/get", true]],
                 [get, noise].map { |cell| cell.values_at("comparison", "scenario", "noise") }
    assert_equal [%w[wall cpu fastest], [14, 14, 14]], [get["effects"].keys, get["effects"].values.map(&:size)]
    assert_equal 6, noise["effects"]["wall"].size
    assert_in_delta Math.log(1.05), Cachemark::Stats::Median.of(get["effects"]["wall"]), 0.003
  end

  def test_gives_verdicts_in_every_metric_not_on_the_same_code
    verdicts = of(effects: { "client/get" => 0.05 })["verdicts"]

    assert_equal %w[wall cpu fastest], verdicts.keys
    assert_equal [%w[v1 slower], %w[v2 same]], verdicts["wall"].map { |verdict| verdict.values_at("comparison", "verdict") }
    assert_equal %w[comparison scenario verdict effect interval resolution reason pairs].sort, verdicts["wall"].first.keys.sort
  end

  # One metric's verdicts must not be made wider by those of the others.
  def test_each_metric_is_a_family_of_its_own
    record = MadeComparison.of(effects: { "client/get" => 0.05 })
    alone = Said::Comparison.of(record).verdicts.map(&:interval)

    assert_equal(alone, Experiment.of(record)["verdicts"]["wall"].map { |verdict| verdict["interval"] })
  end

  def test_tells_how_the_run_went
    facts = of(ending: ENDING)

    assert_equal ["complete", { "steal_percent" => 0.2 }], facts.values_at("outcome", "machine")
    assert_equal 0.5 * (14 + 6), facts["seconds"]
    refute facts.key?("code")
  end

  def test_tells_what_a_gate_decided
    facts = of(command: "gate", sets: [1, 2], effects: { "client/get" => 0.05 }, options: { "threshold" => 0.0 })

    assert_equal [1, ["client/get"], ["client/get"]], facts.values_at("code", "alarms", "regressions")
  end

  def test_tells_what_a_search_found
    found = { "from" => 0, "to" => 1, "effects" => [0.02] * 12, "skipped" => [] }
    answer = { "type" => "answer", "scenario" => "client/get", "mode" => "sync", "metric" => "wall", "undecided" => nil,
               "found" => [found] }
    positions = [0, 1].map do |at|
      { "type" => "position", "position" => at, "contender" => "dalli", "name" => "c#{at}", "subject" => "change #{at}" }
    end
    facts = of(command: "find", scenarios: ["client/get"], more: [*positions, answer])

    assert_equal [["c1", "change 1"]], facts["found"].map { |change| change.values_at("to", "subject") }
    assert_in_delta 0.0202, facts["found"].first["effect"], 0.0001
    assert_equal [nil, 20], facts.values_at("undecided", "pairs")
  end

  def test_a_run_that_measured_nothing_can_be_kept
    assert_nil of(pairs: 0, noise_pairs: 0)["seconds"]
  end

  private

  # As a record keeps it.
  def of(**made) = JSON.parse(JSON.generate(Experiment.of(MadeComparison.of(**made))))
end
