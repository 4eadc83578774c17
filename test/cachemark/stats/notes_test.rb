# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::NotesTest < Minitest::Test
    Remark = Stats::Remark
    LOST = { "type" => "failure", "cell" => "c-socket", "status" => "invalid", "reason" => "wrong reply" }.freeze
    BUSY = { "load" => [4.5, 3.0, 2.0], "cores" => 2 }.freeze

    # A whole run of six processes needs none.
    def test_each_fact_of_a_run_has_its_note
      {
        {} => [],
        { run: { "suite" => { "notes" => ["as published"] } } } => [Remark.recorded("as published")],
        { processes: 2 } => [Remark[:few_processes, fewest: 6]],
        { ending: { "outcome" => "stopped early", "reason" => "why" } } =>
          [Remark[:ended, outcome: "stopped early", reason: "why"]],
        { ending: nil } => [Remark[:unfinished]],
        { ending: { "outcome" => "complete", "broken_off" => "no space" } } => [Remark.recorded("no space")],
        { run: { "server" => { "shared" => true } } } => [Remark[:shared_server]],
        { run: { "server" => { "shared" => false, "private" => true } } } => [],
        { run: { "server" => { "private" => false } } } => [Remark[:foreign_server]],
        { run: { "machine" => BUSY } } => [Remark[:busy, load: 4.5, cores: 2]],
        { run: { "machine" => { "load" => [1.0, 3.0, 2.0], "cores" => 2 } } } => [],
        { run: { "placement" => { "pinned" => false, "note" => "no taskset" } } } => [Remark.recorded("no taskset")],
        { run: { "placement" => { "pinned" => false } } } => [Remark[:unpinned]],
        { run: { "calibration" => "0 false alarms" } } => [Remark.recorded("0 false alarms")],
        { run: { "calibration" => nil } } => [],
        { run: { "command" => "doctor", "calibration" => nil } } => [Remark[:uncalibrated]],
        { ending: { "outcome" => "complete", "machine" => { "steal_percent" => 1.0 } } } => [Remark[:steal, percent: 1.0]],
        { ending: { "outcome" => "complete", "machine" => { "steal_percent" => 0.9 } } } => [],
        { run: { "options" => { "latencies" => true } } } => [Remark[:clock_for_latencies]],
        { run: { "options" => { "until" => 0.01 } } } => [Remark[:sequential]]
      }.each { |made, wanted| assert_equal wanted, notes(**made), made.to_s }
    end

    def test_each_fact_of_a_cell_has_its_note
      newer = { "gem" => "dalli", "version" => "5.3.2", "needs" => "Ruby >= 3.3", "pass" => "ruby=3.3" }
      { ->(line) { line["newer"] = [newer] if line["type"] == "environment" } =>
          [Remark[:needs_another_runtime, **newer.transform_keys(&:to_sym)]],
        ->(line) { line["mode"] = "threads-4" if line["type"] == "cell" } => [Remark[:concurrent]],
        ->(line) { line["definition"] = { "pairs" => { "count" => 3 } } if line["type"] == "cell" } =>
          [Remark[:clock_for_pairs]] }
        .each { |change, wanted| assert_equal wanted, of(MadeRecord.lines.each(&change)).notes }
    end

    def test_figures_that_are_hardly_known_are_noted
      noisy = of(MadeRecord.lines { |_contender, process, _block| process.even? ? 1_000 : 9_000 })

      assert_includes noisy.notes, Remark[:imprecise, count: 1, of: 1]
    end

    # References that connect in different ways are several hidden rows. A scenario without any figure needs none.
    def test_a_reference_without_a_speed_is_noted_once
      lines = MadeRecord.lines
      socket = lines.find { |line| line["type"] == "cell" && line["cell"] == "c-socket" }
      remark = Remark[:no_socket_ratio, language: "ruby", scenarios: %w[client/set], status: "invalid", reason: "wrong reply"]

      assert_equal [remark], of([*lines, LOST]).notes
      assert_equal [remark], of([*lines, socket.merge("cell" => "c-2"), LOST, LOST.merge("cell" => "c-2")]).notes
      assert_empty of([*lines, LOST, LOST.merge("cell" => "c-dalli")]).notes
      other = lines.map { |line| line.equal?(socket) ? line.merge("client" => "node/socket") : line }
      assert_empty of([*other, LOST]).notes, "no row of that language has a figure"
    end

    def test_warm_ups_are_noted_and_rows_that_were_still_warming_up_have_a_footnote
      lines = [[0.1, true], [0.2, true], [3.0, false]].map do |seconds, settled|
        { **Line["warm_up"], "cell" => "c-dalli", "seconds" => seconds, "compiled_bytes" => 310_400, "settled" => settled }
      end
      table = of(MadeRecord.lines(more: lines))

      assert_equal [Remark[:warm_up, median_s: 0.2, longest_s: 3.0, bytes: 310_400]], table.notes
      assert_equal [false, true], table.rows.map { |row| row.footnotes.include?(Remark[:unsettled, count: 1, of: 3]) }
      assert_equal [nil, { processes: 3, settled: 2, median_s: 0.2, longest_s: 3.0, compiled_bytes: 310_400 }],
                   table.rows.map(&:warm_up)
    end

    def test_an_open_loop_says_which_cores_it_has_and_what_disturbed_it
      ending = { "outcome" => "interrupted", "machine" => { "steal_percent" => 2.0 } }
      place = { "name" => "two-core", "pinned" => true, "note" => "no core is left" }

      assert_equal [Remark[:ended, outcome: "interrupted", reason: nil], Remark[:two_cores], Remark.recorded("no core is left"),
                    Remark[:steal, percent: 2.0], Remark[:busy, load: 4.5, cores: 2], Remark[:few_processes, fewest: 6]],
                   rates(processes: 2, run: { "placement" => place, "machine" => BUSY }, ending: ending)
      assert_equal [Remark.recorded("NOT PINNED")],
                   rates(run: { "placement" => { **place, "pinned" => false, "note" => "NOT PINNED" } })
      assert_equal [Remark[:shared_cores, placement: "one-core"]], rates
    end

    # Of the intervals of counts, nothing is said.
    def test_a_comparison_says_for_how_many_verdicts_the_intervals_hold_and_what_it_could_miss
      joint = ->(count, confidence) { Remark[:joint_confidence, count: count, confidence: confidence] }
      { {} => [joint[2, 0.99]], { scenarios: ["client/get"], options: { "alpha" => 0.05 } } => [joint[1, 0.95]],
        { pairs: 3 } => [], { ending: nil } => [Remark[:unfinished], joint[2, 0.99]],
        { options: { "until" => 0.01 } } => [Remark[:sequential], joint[2, 0.99]],
        { run: { "placement" => { "pinned" => false } } } => [Remark[:unpinned], Remark[:unpinned_pairs], joint[2, 0.99]] }
        .each { |made, wanted| assert_equal wanted, comparison(**made).reject { |note| note.id == :aa_unknown }, made.to_s }
      poor = comparison(spread: 0.05).find { |note| note.id == :poor_resolution }
      assert_operator poor.facts[:share], :>, 0.03
    end

    private

    def of(lines) = Stats::Table.of(Record.from_lines(lines))
    def notes(**made) = of(MadeRecord.lines(**made)).notes
    def rates(**made) = Stats::OpenLoop.of(MadeRates.of(**made)).notes
    def comparison(**made) = Stats::Comparison.of(MadeComparison.of(**made)).notes
  end
end
