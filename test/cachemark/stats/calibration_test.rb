# frozen_string_literal: true

require "test_helper"
require "json"

class StatsCalibrationTest < Minitest::Test
  def test_summarises_the_experiments_and_their_time
    calibration = MadeCalibration.calibration(MadeCalibration.pilot, MadeCalibration.same(seconds: nil), MadeCalibration.slower)

    assert_equal [3, 120.0, "2026-11-22T03:00:00Z"], [calibration.experiments, calibration.seconds, calibration.last]
    assert_equal ["calibrate", "0.1.0", "AMD EPYC"], [calibration.command, calibration.version, calibration.machine["cpu"]]
    assert_equal %w[gate wall wall fastest], calibration.rows.map(&:metric)
    assert_match(/0 false alarms/, Cachemark::Report::Sentences.of(calibration.summary))
  end

  def test_one_that_has_just_begun
    calibration = MadeCalibration.calibration

    assert_equal [0, 0.0, nil, nil, []],
                 [calibration.experiments, calibration.seconds, calibration.last, calibration.summary, calibration.rows]
  end
end

class GainTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_a_sentence_with_a_figure_and_its_source
    gain = gain(measured, "another process on the same core")

    assert_equal "the calibration of 2026-11-22 (AMD EPYC, 2 cores) detected 0.6 % over seven scenarios in a minute with " \
                 "another process on the same core, 0.6 % otherwise (medians of 9 and 3 runs)", gain.sentence
    assert_in_delta 1, gain.factor
  end

  def test_the_factor_is_how_much_smaller_slowdowns_become
    calibrated = measured.merge("sees" => { "the same code" => 0.01, "the same code, unpinned" => 0.4 },
                          "runs" => { "the same code" => 3, "the same code, unpinned" => 2 })

    assert_in_delta 40, Stats::Calibration::Gain.of(calibrated, "unpinned").factor
    assert_match(/40\.0 % over seven scenarios in a minute unpinned, 1\.0 %/, gain(calibrated, "unpinned").sentence)
  end

  def test_without_a_measurement_there_is_no_figure
    assert_nil Stats::Calibration::Gain.of(measured, "unpinned")
    assert_nil Stats::Calibration::Gain.of(nil, "unpinned")
    assert_nil Stats::Calibration::Gain.of(Stats::Calibration::Gain.measured(MadeCalibration.record), "unpinned")
  end

  # The rules use the names of a calibration.
  def test_the_shipped_calibration_has_the_conditions_that_gains_need
    shipped = Cachemark::CLI::Calibration.gains

    ["unpinned", "another process on the same core", "another process on the other core"].each do |condition|
      assert Stats::Calibration::Gain.of(shipped, condition), condition
    end
  end

  private

  def gain(...) = Cachemark::Report::Sentences.in(Stats::Calibration::Gain.of(...))

  def measured
    disturbed = Array.new(9) { MadeCalibration.same(condition: "the same code, another process on the same core") }
    Stats::Calibration::Gain.measured(MadeCalibration.record(*Array.new(3) { MadeCalibration.same }, *disturbed))
  end
end

class PowerTest < Minitest::Test
  Made = MadeCalibration
  Power = Cachemark::Stats::Calibration::Power
  AT = "2026-11-22T04:00:00Z"

  def test_59_of_59_slowdowns_are_a_power_of_95_percent
    row = rows(*Array.new(59) { Made.slower }).find { |one| one.metric == "wall" }

    assert_equal ["slower by 0.5 %", 59, 59, 59, false], [row.condition, row.runs, row.hits, row.count, row.alarms]
    assert_operator row.bound, :>=, 0.95
    assert_equal [0.005, 0.004], [row.median_change, row.detectable]
  end

  def test_each_metric_is_counted_for_itself_and_anything_but_slower_is_a_miss
    wall, fastest = rows(Made.slower, Made.slower(wall: "unresolved"), Made.slower(wall: "faster"), Made.slower(wall: "invalid"))

    assert_equal [["wall", 1], ["fastest", 4]], [wall, fastest].map { |row| [row.metric, row.hits] }
  end

  def test_a_verdict_without_figures_is_a_miss_too
    nothing = { "verdict" => "invalid", "effect" => nil, "resolution" => nil }
    row = rows(Made.slower(verdicts: { "wall" => [nothing], "fastest" => [nothing] })).first

    assert_equal [0, 1, 0.0, nil, nil], [row.hits, row.count, row.bound, row.median_change, row.detectable]
  end

  def test_the_injected_change_is_computed_from_the_pilots
    pilots = [Made.pilot(effect: 0.2, fastest: 0.1), Made.pilot(effect: 0.24, fastest: 0.1)]
    wall, fastest = rows(*pilots, Made.slower(loops: 10), Made.slower(loops: 30))

    assert_in_delta 20 * 0.22 / 400, wall.injected
    assert_in_delta 20 * 0.1 / 400, fastest.injected
    assert_nil rows(Made.slower).first.injected
  end

  def test_a_pilot_counts_for_its_own_method
    record = Made.record(Made.pilot(effect: 0.2), Made.pilot(effect: 0.4, method: "get_multi"))

    assert_in_delta 0.0005, Power.per_loop(record, "get", "wall", at: AT)
    assert_in_delta 0.001, Power.per_loop(record, "get_multi", "wall", at: AT)
    assert_nil Power.per_loop(record, "set", "wall", at: AT)
  end

  # On another day, the host of a virtual machine may be busier.
  def test_a_pilot_counts_for_its_own_day
    later = { at: "2026-11-23T03:00:00Z" }
    wall, = rows(Made.pilot(effect: 0.2), Made.slower(loops: 10), Made.pilot(effect: 0.4, **later),
                 Made.slower(loops: 10, **later))

    assert_in_delta 10 * 0.3 / 400, wall.injected
    assert_in_delta 0.001, Power.per_loop(Made.record(Made.pilot(effect: 0.4, **later)), "get", "wall", at: later[:at])
    assert_nil Power.per_loop(Made.record(Made.pilot(effect: 0.4, **later)), "get", "wall", at: AT)
  end

  def test_a_pilot_that_did_not_see_its_loops_says_nothing
    failed = [Made.pilot(effect: nil, verdict: "invalid"), Made.pilot(effect: -0.02, verdict: "unresolved")]
    record = Made.record(*failed, Made.pilot(effect: 0.2), Made.pilot(effect: 0.2, fastest: nil))

    assert_in_delta 0.0005, Power.per_loop(record, "get", "wall", at: AT)
    assert_in_delta 0.0005, Power.per_loop(record, "get", "fastest", at: AT)
    assert_equal [true, true, false, false],
                 [*failed, Made.pilot, Made.slower(wall: "invalid")].map { |line| Power.failed_pilot?(line) }
  end

  def test_false_alarms_are_counted_over_cells_of_gate_and_of_compare
    gate, wall = rows(Made.same(wrong: 2, regressions: ["client/get"]), *Array.new(71) { Made.same })

    assert_equal [["gate", 72, 1, 504, true], ["wall", 72, 2, 504, true]],
                 [gate, wall].map { |row| [row.metric, row.runs, row.hits, row.count, row.alarms] }
    assert_in_delta Cachemark::Stats::Calibration::Binomial.upper(1, 504), gate.bound
    assert_equal 0.006, gate.detectable
  end

  # A mean that differs is a second verdict on the same cell.
  def test_a_cell_counts_once_however_many_verdicts_it_has
    twice = Made.same
    twice["verdicts"]["wall"] << { "comparison" => "v1", "verdict" => "slower", "effect" => 0.1, "resolution" => 0.09 }
    wall = rows(twice).last

    assert_equal [1, 7, { "slower" => 1, "same" => 6 }, 0.006], [wall.hits, wall.count, wall.verdicts, wall.detectable]
  end

  def test_an_invalid_cell_proves_nothing
    gate, = rows(Made.same(invalid: 3))

    assert_equal [0, 4], [gate.hits, gate.count]
    assert_equal 1.0, rows(Made.same(invalid: 7)).first.bound
  end

  def test_a_gate_has_to_name_the_right_cell_and_no_other
    wrong = [%w[client/get client/multiget], ["client/get"]].map { |names| Made.multiget(regressions: names) }
    row = rows(Made.multiget, *wrong, Made.multiget(code: 3, regressions: [])).first

    assert_equal ["gate", 1, 4], [row.metric, row.hits, row.count]
  end

  def test_a_search_has_to_name_the_guilty_commit_and_no_other
    row = rows(Made.found, Made.found("change 8"), Made.found("change 7", "change 9")).first

    assert_equal ["find", 1, 3], [row.metric, row.hits, row.count]
  end

  def test_pilots_are_no_row
    assert_empty rows(Made.pilot, Made.pilot(method: "get_multi"))
  end

  def test_says_what_it_means_in_a_sentence
    rows = rows(Made.pilot, Made.same, Made.slower, Made.slower(share: 0.01, loops: 20, condition: "slower by 1 %"))

    assert_equal "0 false alarms of a gate in 7 cells of the same code (7 same, 0 unresolved, 0 invalid; seven scenarios in a " \
                 "minute detect 0.6 %), a slowdown of 0.50 % in one cell found in 1 of 1 runs of a minute", summary(rows)
  end

  def test_the_sentence_counts_every_verdict_on_the_same_code
    gate, = rows = rows(Made.same(invalid: 3), Made.same(wrong: 2))

    assert_equal 14, gate.verdicts.values.sum
    assert_match(/in 11 cells of the same code \(9 same, 0 unresolved, 3 invalid, 2 slower; /, summary(rows))
  end

  def test_the_sentence_says_nothing_of_detectable_changes_without_a_judged_cell
    assert_match(/ \(0 same, 0 unresolved, 7 invalid\)\z/, summary(rows(Made.same(invalid: 7))))
  end

  def test_names_the_smallest_slowdown_that_is_usually_found
    mostly = [Made.pilot, *[Made.slower] * 4, Made.slower(wall: "unresolved"), Made.slower(loops: 20, condition: "slower by 1 %")]

    assert_equal "a slowdown of 0.50 % in one cell found in 4 of 5 runs of a minute", summary(rows(*mostly))
  end

  def test_claims_no_slowdown_that_was_often_missed_or_has_no_size
    missed = rows(Made.pilot, Made.slower, Made.slower(wall: "unresolved"), Made.slower(loops: 20, condition: "slower by 1 %"))

    assert_match(/\Aa slowdown of 1\.00 % .* 1 of 1/, summary(missed))
    assert_nil summary(rows(Made.slower))
    assert_nil summary([])
  end

  private

  def summary(rows) = Cachemark::Report::Sentences.of(Power.summary(rows))
  def rows(*experiments) = Power.of(Made.record(*experiments))
end

class ExperimentTest < Minitest::Test
  Experiment = Cachemark::Stats::Experiment
  ENDING = { "outcome" => "complete", "machine" => { "steal_percent" => 0.2 } }.freeze

  def test_keeps_the_changes_of_every_cell_in_the_metrics_of_the_report
    facts = of(effects: { "client/get" => 0.05 }, pairs: 14, noise_pairs: 6)
    get, _set, noise = facts["cells"]

    assert_equal [["v1", "client/get", false], ["n1", "client/get", true]],
                 [get, noise].map { |cell| cell.values_at("comparison", "scenario", "noise") }
    assert_equal [%w[wall fastest], [14, 14]], [get["effects"].keys, get["effects"].values.map(&:size)]
    assert_equal 6, noise["effects"]["wall"].size
    assert_in_delta Math.log(1.05), Cachemark::Stats::Median.of(get["effects"]["wall"]), 0.003
  end

  def test_gives_verdicts_in_these_metrics_not_on_the_same_code
    verdicts = of(effects: { "client/get" => 0.05 })["verdicts"]

    assert_equal %w[wall fastest], verdicts.keys
    assert_equal [%w[v1 slower], %w[v2 same]], verdicts["wall"].map { |verdict| verdict.values_at("comparison", "verdict") }
    assert_equal %w[comparison scenario verdict effect resolution pairs].sort, verdicts["wall"].first.keys.sort
  end

  # One metric's verdicts must not be made wider by those of the others.
  def test_each_metric_is_a_separate_family
    record = MadeComparison.of(effects: { "client/get" => 0.05 })
    alone = Said::Comparison.of(record).verdicts.map(&:resolution)

    assert_equal(alone, Experiment.of(record)["verdicts"]["wall"].map { |verdict| verdict["resolution"] })
  end

  def test_records_how_the_run_went
    facts = of(ending: ENDING)

    assert_equal ["complete", { "steal_percent" => 0.2 }], facts.values_at("outcome", "machine")
    assert_equal 0.5 * (14 + 6), facts["seconds"]
    refute facts.key?("code")
  end

  def test_records_the_decision_of_a_gate
    facts = of(command: "gate", sets: [1, 2], effects: { "client/get" => 0.05 }, options: { "threshold" => 0.0 })

    assert_equal [1, ["client/get"], ["client/get"]], facts.values_at("code", "alarms", "regressions")
  end

  def test_records_the_result_of_a_search
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

class BinomialTest < Minitest::Test
  Binomial = Cachemark::Stats::Calibration::Binomial

  # All of n: the n-th root of 5 %.
  def test_59_of_59_are_95_percent
    assert_in_delta 0.9505, Binomial.lower(59, 59), 0.00005
    assert_operator Binomial.lower(58, 58), :<, 0.95
    assert_in_delta 0.05**(1 / 20.0), Binomial.lower(20, 20), 1e-9
  end

  # The rule of three: about 3 / n.
  def test_none_of_500_are_at_most_0_60_percent
    assert_in_delta 0.0060, Binomial.upper(0, 500), 0.00005
    assert_in_delta 0.0487, Binomial.upper(0, 60), 0.00005
  end

  # Clopper and Pearson's two-sided 90 % limits have 5 % in each tail: 0.0368 and 0.5069 for 2 of 10 (published
  # tables of exact limits), 0.2224 and 0.7776 for 5 of 10.
  def test_agrees_with_published_tables
    { [2, 10] => [0.0368, 0.5069], [5, 10] => [0.2224, 0.7776], [1, 20] => [0.0026, 0.2161] }.each do |(hits, count), (low, high)|
      assert_in_delta low, Binomial.lower(hits, count), 0.00005
      assert_in_delta high, Binomial.upper(hits, count), 0.00005
    end
  end

  def test_bounds_without_trials_are_zero_and_one
    assert_equal [0.0, 1.0], [Binomial.lower(0, 0), Binomial.upper(0, 0)]
    assert_equal [0.0, 1.0], [Binomial.lower(0, 9), Binomial.upper(9, 9)]
  end

  def test_more_confidence_claims_less
    assert_operator Binomial.lower(59, 59, confidence: 0.99), :<, Binomial.lower(59, 59)
    assert_operator Binomial.upper(0, 59, confidence: 0.99), :>, Binomial.upper(0, 59)
  end
end
