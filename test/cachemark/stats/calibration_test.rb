# frozen_string_literal: true

require "test_helper"

class GainTest < Minitest::Test
  Calibration = Cachemark::Stats::Calibration

  def test_a_sentence_with_a_figure_and_its_source
    gain = Cachemark::Report::Sentences.in(Calibration.gain(measured, "another process on the same core"))

    assert_equal "the calibration of 2026-11-22 (AMD EPYC, 2 cores) detected 0.6 % over seven scenarios in a minute with " \
                 "another process on the same core, 0.6 % otherwise (medians of 9 and 3 runs)", gain.sentence
    assert_in_delta 1, gain.factor
  end

  def test_the_factor_is_how_much_smaller_slowdowns_become
    gains = measured.merge("sees" => { "the same code" => 0.01, "the same code, unpinned" => 0.4 },
                           "runs" => { "the same code" => 3, "the same code, unpinned" => 2 })

    assert_in_delta 40, Calibration.gain(gains, "unpinned").factor
  end

  def test_without_a_measurement_there_is_no_figure
    [measured, nil, MadeCalibration.calibration.gains].each { |gains| assert_nil Calibration.gain(gains, "unpinned") }
  end

  # The rules use the names of a calibration.
  def test_the_shipped_calibration_has_the_conditions_that_gains_need
    [Calibration::UNPINNED, Calibration::PROCESS_ON_SAME_CORE, Calibration::PROCESS_ON_OTHER_CORE].each do |condition|
      assert Calibration.gain(Cachemark::CLI::Calibration.gains, condition), condition
    end
  end

  private

  def measured
    disturbed = Array.new(9) { MadeCalibration.same(condition: "the same code, another process on the same core") }
    MadeCalibration.calibration(*Array.new(3) { MadeCalibration.same }, *disturbed).gains
  end
end

class StatsCalibrationTest < Minitest::Test
  Made = MadeCalibration
  AT = "2026-11-22T04:00:00Z"

  def test_counts_the_runs_that_found_a_slowdown
    row = rows(*Array.new(59) { Made.slower }).find { |one| one.metric == "wall" }

    assert_equal ["slower by 0.5 %", 59, 59, 59, nil], [row.condition, row.runs, row.hits, row.count, row.alarmed]
    assert_equal [0.005, 0.004], [row.median_change, row.detectable]
  end

  def test_each_metric_is_counted_for_itself_and_anything_but_slower_is_a_miss
    wall, fastest = rows(Made.slower, Made.slower(wall: "unresolved"), Made.slower(wall: "faster"), Made.slower(wall: "invalid"))

    assert_equal [["wall", 1], ["fastest", 4]], [wall, fastest].map { |row| [row.metric, row.hits] }
  end

  def test_a_verdict_without_figures_is_a_miss_too
    nothing = { "verdict" => "invalid", "effect" => nil, "resolution" => nil }
    row = rows(Made.slower(verdicts: { "wall" => [nothing], "fastest" => [nothing] })).first

    assert_equal [0, 1, nil, nil], [row.hits, row.count, row.median_change, row.detectable]
  end

  def test_the_injected_change_is_computed_from_the_pilots
    pilots = [Made.pilot(effect: 0.2, fastest: 0.1), Made.pilot(effect: 0.24, fastest: 0.1)]
    wall, fastest = rows(*pilots, Made.slower(loops: 10), Made.slower(loops: 30))

    assert_in_delta 20 * 0.22 / 400, wall.injected
    assert_in_delta 20 * 0.1 / 400, fastest.injected
    assert_nil rows(Made.slower).first.injected
  end

  def test_a_pilot_counts_for_its_own_method
    calibration = Made.calibration(Made.pilot(effect: 0.2), Made.pilot(effect: 0.4, method: "get_multi"))

    assert_in_delta 0.0005, calibration.per_loop("get", "wall", at: AT)
    assert_in_delta 0.001, calibration.per_loop("get_multi", "wall", at: AT)
    assert_nil calibration.per_loop("set", "wall", at: AT)
  end

  # On another day, the host of a virtual machine may be busier.
  def test_a_pilot_counts_for_its_own_day
    later = { at: "2026-11-23T03:00:00Z" }
    wall, = rows(Made.pilot(effect: 0.2), Made.slower(loops: 10), Made.pilot(effect: 0.4, **later),
                 Made.slower(loops: 10, **later))

    assert_in_delta 10 * 0.3 / 400, wall.injected
    assert_in_delta 0.001, Made.calibration(Made.pilot(effect: 0.4, **later)).per_loop("get", "wall", at: later[:at])
    assert_nil Made.calibration(Made.pilot(effect: 0.4, **later)).per_loop("get", "wall", at: AT)
  end

  def test_a_pilot_that_did_not_see_its_loops_says_nothing
    failed = [Made.pilot(effect: nil, verdict: "invalid"), Made.pilot(effect: -0.02, verdict: "unresolved")]
    calibration = Made.calibration(*failed, Made.pilot(effect: 0.2), Made.pilot(effect: 0.2, fastest: nil))

    assert_in_delta 0.0005, calibration.per_loop("get", "wall", at: AT)
    assert_in_delta 0.0005, calibration.per_loop("get", "fastest", at: AT)
  end

  def test_false_alarms_are_counted_over_cells_of_gate_and_of_compare
    gate, wall = rows(Made.same(wrong: 2, regressions: ["client/get"]), *Array.new(71) { Made.same })

    assert_equal [["gate", 72, 1, 504, 1], ["wall", 72, 2, 504, 1]],
                 [gate, wall].map { |row| [row.metric, row.runs, row.hits, row.count, row.alarmed] }
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
    all = [Made.pilot, Made.same, Made.slower, Made.slower(share: 0.01, loops: 20, condition: "slower by 1 %")]

    assert_equal "0 false alarms of a gate in 7 cells of the same code (7 same, 0 unresolved, 0 invalid; seven scenarios in a " \
                 "minute detect 0.6 %), a slowdown of 0.50 % in one cell found in 1 of 1 runs of a minute", summary(*all)
  end

  def test_the_sentence_counts_every_verdict_on_the_same_code
    assert_match(/in 11 cells of the same code \(9 same, 0 unresolved, 3 invalid, 2 slower; /,
                 summary(Made.same(invalid: 3), Made.same(wrong: 2)))
  end

  def test_the_sentence_says_nothing_of_detectable_changes_without_a_judged_cell
    assert_match(/ \(0 same, 0 unresolved, 7 invalid\)\z/, summary(Made.same(invalid: 7)))
  end

  def test_names_the_smallest_slowdown_that_is_usually_found
    mostly = [Made.pilot, *[Made.slower] * 4, Made.slower(wall: "unresolved"), Made.slower(loops: 20, condition: "slower by 1 %")]

    assert_equal "a slowdown of 0.50 % in one cell found in 4 of 5 runs of a minute", summary(*mostly)
  end

  def test_claims_no_slowdown_that_was_often_missed_or_has_no_size
    missed = [Made.pilot, Made.slower, Made.slower(wall: "unresolved"), Made.slower(loops: 20, condition: "slower by 1 %")]

    assert_match(/\Aa slowdown of 1\.00 % .* 1 of 1/, summary(*missed))
    assert_nil summary(Made.slower)
    assert_nil summary
  end

  private

  def summary(*experiments) = Cachemark::Report::Sentences.of(Made.calibration(*experiments).summary)
  def rows(*experiments) = Made.calibration(*experiments).rows
end
