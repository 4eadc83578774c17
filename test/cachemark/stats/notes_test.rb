# frozen_string_literal: true

require "test_helper"

class NotesTest < Minitest::Test
  N = Cachemark::Report::Sentences::Runs

  def test_a_whole_run_of_six_processes_needs_none
    assert_empty MadeRecord.table.notes
  end

  def test_notes_of_the_published_run_come_first
    run = { "suite" => { "id" => "versions", "notes" => ["as published: one server"] } }

    assert_equal "as published: one server", MadeRecord.table(run: run).notes.first
  end

  def test_releases_that_need_another_runtime_are_said_once
    newer = [{ "gem" => "dalli", "version" => "5.3.2", "needs" => "Ruby >= 3.3", "pass" => "ruby=3.3" }]
    lines = MadeRecord.lines.each { |line| line["newer"] = newer if line["type"] == "environment" }

    assert_equal ["dalli 5.3.2 needs Ruby >= 3.3: ruby=3.3"], Said::Table.of(Cachemark::Record.from_lines(lines)).notes
    assert_equal "a 2 needs JRuby", N.needs_another_runtime(gem: "a", version: "2", needs: "JRuby", pass: nil)
  end

  def test_few_processes_are_said
    assert_equal ["no interval where a row has fewer than 6 fresh processes"], MadeRecord.table(processes: 2).notes
  end

  def test_an_early_end_is_said
    ending = { "outcome" => "stopped early", "reason" => "the server was killed" }

    assert_equal "stopped early: the server was killed", MadeRecord.table(ending: ending).notes.first
    assert_match(/has not ended/, MadeRecord.table(ending: nil).notes.first)
  end

  def test_a_record_that_is_broken_off_is_said
    ending = { "outcome" => "complete", "broken_off" => "the record r.jsonl is broken off: No space left on device" }

    assert_equal ["the record r.jsonl is broken off: No space left on device"], MadeRecord.table(ending: ending).notes
  end

  def test_counters_that_could_not_be_compared_exactly_are_said
    shared, ours = [true, false].map { |value| MadeRecord.table(run: { "server" => { "shared" => value } }).notes }

    assert_match(/could only be checked for being too low/, shared.join)
    refute_match(/could only be checked for being too low/, ours.join)
  end

  def test_explains_the_time_per_call_in_a_concurrent_mode
    lines = MadeRecord.lines.each { |line| line["mode"] = "threads-4" if line["type"] == "cell" }

    assert_equal [N.concurrent], Said::Table.of(Cachemark::Record.from_lines(lines)).notes
  end

  def test_a_machine_that_was_busy_is_said
    busy = MadeRecord.table(run: { "machine" => { "load" => [4.5, 3.0, 2.0], "cores" => 2 } }).notes
    idle = MadeRecord.table(run: { "machine" => { "load" => [0.8, 3.0, 2.0], "cores" => 2 } }).notes

    assert_match(/busy when the run began \(load 4\.5 on 2 cores\)/, busy.first)
    assert_empty idle
  end

  def test_an_open_loop_says_which_cores_it_has_and_what_disturbed_it
    machine = { "load" => [4.5, 3.0, 2.0], "cores" => 2 }
    ending = { "outcome" => "interrupted", "machine" => { "steal_percent" => 2.0 } }
    run = { "placement" => { "name" => "two-core", "pinned" => true, "note" => "no core is left" }, "machine" => machine }
    notes = MadeRates.table(processes: 2, run: run, ending: ending).notes

    assert_equal ["interrupted", N.two_cores, "no core is left"], notes.first(3)
    assert_match(/took 2\.0 % of the CPU/, notes[3])
    assert_match(/busy when the run began/, notes[4])
    assert_equal N.few_processes(fewest: 6), notes[5]
  end

  def test_names_no_core_if_nothing_is_pinned
    notes = MadeRates.table(run: { "placement" => { "name" => "two-core", "pinned" => false, "note" => "NOT PINNED" } }).notes

    assert_equal ["NOT PINNED"], notes
  end

  def test_a_server_that_is_not_ours_is_said
    notes = MadeRecord.table(run: { "server" => { "private" => false, "version" => "1.6.18" } }).notes

    assert_match(/the server is yours and is not pinned/, notes.first)
  end

  def test_a_reference_without_a_speed_is_said
    lost = { "type" => "failure", "cell" => "c-socket", "status" => "invalid", "reason" => "wrong reply" }
    notes = Said::Table.of(Cachemark::Record.from_lines(MadeRecord.lines + [lost])).notes

    assert_equal ["no × socket in client/set: socket is invalid there (wrong reply)"], notes
  end

  # References that connect in different ways are several hidden rows.
  def test_a_reference_without_a_speed_is_said_once
    lost = { "type" => "failure", "cell" => "c-socket", "status" => "invalid", "reason" => "wrong reply" }
    lines = MadeRecord.lines
    socket = lines.find { |line| line["type"] == "cell" && line["cell"] == "c-socket" }
    more = [socket.merge("cell" => "c-2"), lost, lost.merge("cell" => "c-2")]

    assert_equal 1, Said::Table.of(Cachemark::Record.from_lines(lines + more)).notes.grep(/no × socket/).size
  end

  def test_a_scenario_without_any_figure_needs_no_reference
    lost = %w[c-socket c-dalli].map do |cell|
      { "type" => "failure", "cell" => cell, "contender" => cell[2..], "status" => "invalid", "reason" => "wrong reply" }
    end

    assert_empty Said::Table.of(Cachemark::Record.from_lines(MadeRecord.lines + lost)).notes.grep(/no × socket/)
  end

  def test_figures_that_are_hardly_known_are_said
    noisy = MadeRecord.table { |_contender, process, _block| process.even? ? 1_000 : 9_000 }

    assert_includes noisy.notes, "1 of 1 rows are known to no better than ± 50 %: measure longer"
  end

  def test_an_unpinned_run_is_said
    notes = MadeRecord.table(run: { "placement" => { "pinned" => false, "note" => "taskset is not permitted" } }).notes

    assert_equal ["taskset is not permitted"], notes
    assert_match(/nothing is pinned/, MadeRecord.table(run: { "placement" => { "pinned" => false } }).notes.first)
  end

  def test_names_the_calibration_of_the_machine
    assert_equal ["calibrated on 2026-11-22: 0 false alarms"],
                 MadeRecord.table(run: { "calibration" => "calibrated on 2026-11-22: 0 false alarms" }).notes
    assert_empty MadeRecord.table(run: { "calibration" => nil }).notes
    assert_match(%r{was not calibrated: .* \(bench/calibrate\.rb\)\z},
                 MadeRecord.table(run: { "command" => "doctor", "calibration" => nil }).notes.first)
  end

  def test_reports_steal_time
    ending = { "outcome" => "complete", "machine" => { "steal_percent" => 4.2 } }

    assert_match(/took 4.2 %/, MadeRecord.table(ending: ending).notes.first)
  end

  def test_the_clock_of_pairs_is_said
    lines = MadeRecord.lines.each { |line| line["definition"] = { "pairs" => { "count" => 3 } } if line["type"] == "cell" }

    assert_equal ["over pairs every time includes a reading of the clock for each call"],
                 Said::Table.of(Cachemark::Record.from_lines(lines)).notes
  end

  def test_the_clock_of_latencies_is_said
    notes = MadeRecord.table(run: { "options" => { "latencies" => true } }).notes

    assert_equal ["every time includes a reading of the clock for each call (--latencies)"], notes
  end

  def test_warm_ups_are_noted_and_rows_that_were_still_warming_up_have_a_footnote
    lines = [[0.1, true], [0.2, true], [3.0, false]].map do |seconds, settled|
      { "type" => "warm_up", "cell" => "c-dalli", "seconds" => seconds, "compiled_bytes" => 310_400, "settled" => settled }
    end
    table = MadeRecord.table(more: lines)

    assert_equal "rows with a JIT were timed after their compiled code and their time had settled: 0.20 s per row and process " \
                 "in the median, 3.00 s at most; up to 310 kB of compiled code", table.notes.first
    assert_equal [[], ["still warming up when it was timed, in 1 of 3 processes"]],
                 table.rows.map { |row| row.footnotes.grep(/warming/) }
    assert_equal [nil, { processes: 3, settled: 2, median_s: 0.2, longest_s: 3.0, compiled_bytes: 310_400 }],
                 table.rows.map(&:warm_up)
    assert_empty MadeRecord.table.notes
  end

  def test_sequential_intervals_are_said_and_used
    fixed = MadeRecord.table { |_, process, _| 1_000 + process }
    sequential = MadeRecord.table(run: { "options" => { "until" => 0.01 } }) { |_, process, _| 1_000 + process }

    assert_match(/valid however often you look/, sequential.notes.first)
    assert_operator sequential.rows.first.precision, :>, fixed.rows.first.precision
  end
end

module Cachemark
  class Stats::ComparisonNotesTest < Minitest::Test
    def test_says_for_how_many_verdicts_the_intervals_hold
      assert_includes notes, "intervals hold the truth in all 2 verdicts at once with a probability of at least 99 %"
      assert_includes notes(scenarios: ["client/get"], options: { "alpha" => 0.05 }),
                      "intervals hold the truth with a probability of at least 95 %"
      assert_empty notes(pairs: 3)
    end

    def test_says_that_a_run_that_is_not_pinned_sees_less
      placement = { "placement" => { "name" => "none", "pinned" => false } }

      assert(notes(run: placement).any? { |note| note.include?("detects less than a pinned one") })
      refute(notes.any? { |note| note.include?("pinned") })
    end

    def test_says_what_could_stay_unseen_where_that_is_much
      assert(notes(spread: 0.05).any? { |note| note.match?(/\Aslowdowns under \d+\.\d % may be missed/) })
      refute(notes.any? { |note| note.include?("unseen") })
    end

    def test_carries_what_every_report_of_the_run_has_to_say
      assert_includes notes(ending: nil), "the run has not ended: these are its figures so far"
      assert_includes notes(options: { "until" => 0.01 }), Report::Sentences::Runs.sequential
    end

    private

    def notes(**options) = MadeComparison.comparison(**options).notes
  end
end
