# frozen_string_literal: true

require "test_helper"

class TableTest < Minitest::Test
  def test_rows_are_in_the_order_of_the_cells
    assert_equal %w[socket dalli memcached], MadeRecord.table(contenders: %w[dalli memcached]).rows.map(&:contender)
  end

  def test_socket_rides_along_unseen
    assert_equal ["dalli"], MadeRecord.table.shown.map(&:contender)
    assert_equal ["dalli"], MadeRecord.table.sections.map(&:heading)
  end

  # A run that was ended early says so once, not row by row; the rows are there for programs.
  def test_rows_that_nobody_came_to_are_counted_and_not_listed
    lines = MadeRecord.lines(contenders: %w[dalli memcached], ending: { "outcome" => "interrupted" })
                      .reject { |line| line["type"] == "block" && line["cell"] == "c-memcached" }
    table = Said::Table.of(Cachemark::Record.from_lines(lines))

    assert_equal [%w[ok failed], %w[dalli], %w[dalli]],
                 [table.shown.map(&:status), table.listed.map(&:contender), table.sections.map(&:heading)]
    assert_includes table.notes, "not measured: 1 row"
    page = Cachemark::Report::Run.text(table, "terminal", width: 100)
    refute_match(/failed|not measured before/, page.sub(/^Note: no x.*/, ""))
    assert_equal "failed", JSON.parse(Cachemark::Report::Run.text(table, "json"))["rows"].last["status"]
  end

  def test_a_run_that_went_to_its_end_lists_every_row
    lines = MadeRecord.lines(contenders: %w[dalli memcached])
                      .reject { |line| line["type"] == "block" && line["cell"] == "c-memcached" }
    table = Said::Table.of(Cachemark::Record.from_lines(lines))

    assert_equal %w[dalli memcached], table.listed.map(&:contender)
    refute_includes table.notes, "not measured: 1 row"
  end

  def test_carries_the_run
    table = MadeRecord.table

    assert_equal ["run", "0.1.0", "complete"], [table.command, table.version, table.outcome]
    assert_equal "1.6.18", table.server["version"]
    assert_equal "one-core", table.placement["name"]
    assert_equal "AMD EPYC", table.machine["cpu"]
  end

  def test_totals_are_for_the_given_or_the_published_iterations
    assert_equal 10_000, MadeRecord.table.iterations
    assert_equal 2_500, MadeRecord.table(run: { "suite" => { "layout" => "versions" } }).iterations
    assert_equal 40, MadeRecord.table(run: { "options" => { "iterations" => 40 } }).iterations
  end
end

class TabulationTest < Minitest::Test
  def test_a_row_whose_calls_mostly_wait_says_so
    said = lambda do |ns, cpu_ns|
      block = { "user_ns" => cpu_ns * 150, "system_ns" => cpu_ns * 150 }
      MadeRecord.table(block: block) { ns }.rows.last.footnotes.grep(/\Athe client computes for less than 10 %/).size
    end

    assert_equal [1, 0, 0], [said.call(6e6, 0.5e6), said.call(6e6, 1e6), said.call(4e6, 0.1e6)]
  end

  # A busy machine lengthens single calls: the client waits for its core, and not for a packet.
  def test_a_row_that_other_work_disturbed_does_not_wait
    delayed = lambda do |block|
      block.merge("wall_ns" => block["wall_ns"] * 10, "batches" => [*block["batches"].drop(1), block["wall_ns"] * 9])
    end

    assert_empty MadeRecord.table(block: delayed) { 0.6e6 }.rows.last.footnotes.grep(/computes for less/)
  end

  def test_a_row_holds_figures_per_call
    row = MadeRecord.table.rows.last

    assert_in_delta 2_000, row.wall_ns, 1e-6
    assert_in_delta 1_000, row.user_ns, 1e-6
    assert_in_delta 500, row.system_ns, 1e-6
    assert_in_delta 3, row.allocations
    assert_in_delta 2.0, row.socket_ratio, 1e-9
    assert_equal [8, 24, 2_400, 3, 0], row.to_h.values_at(:processes, :blocks, :iterations, :hits, :misses)
  end

  def test_a_row_that_is_not_ok_has_no_figures
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => "wrong reply" }
    row = Said::Table.of(Cachemark::Record.from_lines(lines)).rows.last

    assert_equal ["invalid", "wrong reply", nil, nil, nil, nil],
                 row.to_h.values_at(:status, :reason, :wall_ns, :interval, :socket_ratio, :hits)
  end

  def test_a_record_without_any_block_is_a_table_all_the_same
    assert_equal %w[failed failed], MadeRecord.table(processes: 0).rows.map(&:status)
  end
end

class DisturbedRowTest < Minitest::Test
  def test_a_disturbed_row_has_a_time_but_neither_a_ratio_nor_an_interval
    row = dalli { |process| [2_000 + (400 * process), 9_000] }

    assert_equal [nil, nil, nil], row.to_h.values_at(:interval, :socket_ratio, :socket_ratio_interval)
    assert_operator row.wall_ns, :>, 2_000
    assert_match(/\Adisturbed: /, row.footnotes.last)
    assert_empty row.footnotes.grep(/far longer/)
  end

  # All processes agree, but too few of their stretches are undisturbed.
  def test_a_row_whose_undisturbed_stretches_are_sparse_is_disturbed
    rows = [1.01, 1.03].map { |next_one| dalli(sparse: next_one) { [2_000, 9_000] } }

    assert_equal [2.0, nil], rows.map { |row| row.socket_ratio&.round(3) }
    assert_match(/\Adisturbed: /, rows.last.footnotes.last)
  end

  def test_sparse_stretches_of_a_quiet_machine_are_not_disturbed
    assert_operator dalli(sparse: 1.03) { [2_000, 2_100] }.socket_ratio, :>, 1.5
  end

  def test_an_uncertain_row_of_a_quiet_machine_is_not_disturbed
    assert_operator dalli { |process| [2_000 + (400 * process), 2_000 + (400 * process)] }.socket_ratio, :>, 1.5
  end

  def test_a_row_that_is_certain_although_the_machine_was_busy_is_not_disturbed
    row = dalli { [2_000, 9_000] }

    assert_in_delta 2.0, row.socket_ratio, 1e-9
    assert_operator row.disturbance, :>, 1
    refute_match(/disturbed/, row.footnotes.join)
  end

  def test_uneven_calls_have_a_note_if_those_of_socket_are_even
    said = ->(others) { dalli { [2_000, others] }.footnotes.grep(/\Asome of its calls take far longer/).size }

    assert_equal [0, 1], [said[2_200], said[4_000]]
  end

  def test_a_reference_is_not_called_uneven
    assert_empty dalli(client: "ruby/null") { [2_000, 9_000] }.footnotes.grep(/far longer/)
  end

  def test_calls_are_uneven_if_their_cpu_time_does_not_fit_into_their_time
    said = ->(cpu_ns) { dalli(socket: [1_000, 1_400], cpu_ns: cpu_ns) { [2_000, 9_000] }.footnotes.grep(/far longer/).size }

    assert_equal [0, 1], [said[2_000], said[3_000]]
  end

  def test_calls_are_not_called_uneven_where_those_of_socket_are_disturbed
    assert_empty dalli(socket: [1_000, 1_400]) { [2_000, 9_000] }.footnotes.grep(/far longer/)
  end

  # A block of one call has no stretches, so that its time contains all that disturbed it.
  def test_a_ratio_that_contradicts_the_times_has_a_note
    row, quiet = [2_000, 1_000].map { |others| dalli(socket: [1_000, others], whole: true) { [4_000, 4_000] } }

    assert_in_delta 4_000 / 1_800.0, row.socket_ratio, 1e-9
    assert_in_delta 4_000, row.wall_ns, 1e-6
    assert_equal [1, 0], [row, quiet].map { |one| one.footnotes.grep(/ratio of the two times per call by more than 20 %/).size }
  end

  private

  # The row of a contender compared with socket. The block says how long its calls take: in a fifth of the
  # stretches, and in the others. `whole`: each block of it is one stretch. `sparse`: the factor between an undisturbed
  # stretch in fifteen and three others.
  def dalli(socket: [1_000, 1_000], cpu_ns: 500, client: "ruby/dalli", whole: false, sparse: 1)
    lines = MadeRecord.lines { |contender, process, _| contender == "socket" ? 1_000 : yield(process).first }
    lines.each do |line|
      line["client"] = client if line["client"] == "ruby/dalli"
      next unless line["type"] == "block"

      undisturbed, others = line["cell"] == "c-socket" ? socket : yield(line["generation"])
      batches = ([undisturbed] * 2 + [undisturbed * sparse] * 2 + [others] * 16).map { |ns| ns * 15 }
      line.update("batches" => batches, "wall_ns" => batches.sum, "gc_ns" => 0)
      line.update("batches" => [batches.sum], "batch" => line["iterations"]) if whole && line["cell"] != "c-socket"
      line.update("user_ns" => (line["cell"] == "c-socket" ? 500 : cpu_ns) * 300, "system_ns" => 0)
    end
    Said::Table.of(Cachemark::Record.from_lines(lines)).rows.last
  end
end

# Which row surely has the lowest time per call.
class FastestRowTest < Minitest::Test
  COSTS = { "socket" => 1_000, "a" => 2_000, "b" => 2_100, "c" => 2_500 }.freeze
  # How much faster or slower everything is in a generation.
  DRIFT = [1.0, 1.12, 0.91, 1.05, 0.95, 1.2, 0.9, 1.1].freeze

  def test_a_drift_of_the_machine_does_not_hide_it
    rows = drifting(method: 2)

    assert_operator rows[1].interval.last, :>, rows[2].interval.first
    assert_equal ["a"], rows.select(&:fastest?).map(&:contender)
  end

  def test_by_method_1_intervals_must_be_apart
    assert_empty(drifting.select(&:fastest?))
    assert_equal(["a"], rows { |contender| COSTS.fetch(contender) }.select(&:fastest?).map(&:contender))
  end

  def test_there_is_none_if_clients_change_places
    changing = rows(method: 2) { |contender, process| COSTS.fetch(contender) * (contender == "a" && process > 3 ? 1.2 : 1) }

    assert_empty changing.select(&:fastest?)
  end

  def test_identical_contenders_do_not_compete
    same = ->(line) { line.update("client" => "ruby/a", "digest" => "d", "gems" => {}) if %w[a b].include?(line["contender"]) }

    rows = drifting(method: 2, change: same)

    assert_equal ["a"], rows.select(&:fastest?).map(&:contender)
    assert_equal [false], rows.select { |row| row.contender == "b" }.map(&:certain)
  end

  def test_references_only_compete_with_each_other
    alone = rows(contenders: [], method: 2) { 1_000 }

    assert_equal [false], alone.map(&:fastest?)
  end

  private

  def drifting(**options) = rows(**options) { |contender, process| COSTS.fetch(contender) * DRIFT[process] }

  def rows(contenders: %w[a b c], change: nil, **options, &cost)
    lines = MadeRecord.lines(contenders: contenders, **options, &cost)
    lines.each(&change) if change
    Said::Table.of(Cachemark::Record.from_lines(lines)).rows
  end
end

class SampleTest < Minitest::Test
  def test_one_for_each_process_of_each_row_that_is_shown
    samples = MadeRecord.table(processes: 3) { |_, process, _| 1_000 * (process + 1) }.samples

    assert_equal [["dalli", "p-dalli-0"], ["dalli", "p-dalli-1"], ["dalli", "p-dalli-2"]],
                 samples.map { |sample| [sample.contender, sample.process] }
    assert_equal [300], samples.map(&:iterations).uniq
    [1_000, 2_000, 3_000].zip(samples) { |ns, sample| assert_in_delta ns, sample.wall_ns, 1e-6 }
    assert_in_delta 3.0, samples.first.allocations
  end

  def test_their_middle_is_the_row
    table = MadeRecord.table { |_, process, _| 1_000 + (100 * process) }
    logs = table.samples.map { |sample| Math.log(sample.wall_ns) }

    assert_in_delta table.shown.first.wall_ns, Cachemark::Stats::Interval.middle(logs), 1e-6
  end

  def test_a_row_without_a_speed_has_none
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => "wrong reply" }

    assert_empty Said::Table.of(Cachemark::Record.from_lines(lines)).samples
  end
end
