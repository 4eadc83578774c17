# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::TableTest < Minitest::Test
    LOST = { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => "wrong reply" }.freeze

    def test_rows_are_in_the_order_of_the_cells_and_socket_is_not_shown
      table = table(contenders: %w[dalli memcached])

      assert_equal %w[socket dalli memcached], table.rows.map(&:contender)
      assert_equal [%w[dalli memcached]] * 2, [table.shown.map(&:contender), table.sections.map(&:heading)]
      assert_equal %w[failed failed], table(processes: 0).rows.map(&:status)
    end

    # A run that was ended early says so once, not row by row; the rows are there for programs.
    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      early, whole = ["interrupted", "complete"].map do |outcome|
        lines = MadeRecord.lines(contenders: %w[dalli memcached], ending: { "outcome" => outcome })
        of(lines.reject { |line| line["of"] == "block" && line["cell"] == "c-memcached" })
      end

      assert_equal [%w[ok failed], %w[dalli], %w[dalli]],
                   [early.shown.map(&:status), early.listed.map(&:contender), early.sections.map(&:heading)]
      assert_includes early.notes, Stats::Remark[:unmeasured_rows, count: 1]
      assert_equal [%w[dalli memcached], []], [whole.listed.map(&:contender), whole.notes]
      said = Report::Sentences.in(early)
      refute_match(/failed|not measured before/, Report::Run.text(said, "terminal", width: 100).sub(/^Note: no x.*/, ""))
      assert_equal "failed", JSON.parse(Report::Run.text(said, "json"))["rows"].last["status"]
    end

    def test_carries_the_run
      table = table()

      assert_equal ["run", "0.1.0", "complete", "1.6.18", "one-core", "AMD EPYC"],
                   [table.command, table.version, table.outcome, table.server["version"], table.placement["name"],
                    table.machine["cpu"]]
      assert_equal [10_000, 2_500, 40], [{}, { "suite" => { "layout" => "versions" } }, { "options" => { "iterations" => 40 } }]
        .map { |run| table(run: run).iterations }
    end

    def test_a_row_holds_figures_per_call
      row = dalli

      { 2_000 => row.wall_ns, 1_000 => row.user_ns, 500 => row.system_ns, 3 => row.allocations, 2.0 => row.socket_ratio }
        .each { |wanted, figure| assert_in_delta wanted, figure, 1e-6 }
      assert_equal [8, 24, 2_400, 3, 0], row.to_h.values_at(:processes, :blocks, :iterations, :hits, :misses)
      made = MadeRecord.row(wall_ns: 20_000.0, interval: [10.0, 40.0], socket_ratio_interval: [1.0, 1.21], iterations: 20)
      [[50_000, made.calls_per_s], [1.0, made.precision], [0.1, made.socket_ratio_precision]]
        .each { |wanted, figure| assert_in_delta wanted, figure }
      assert_equal [true, false], [20, 21].map { |count| made.measured?(count) }
    end

    # Rows of each language are compared with the socket in C, if its row is in the table.
    def test_the_limit_is_the_socket_in_c
      cost = ->(contender, *) { { "socket" => 1_500, "limit" => 1_000, "dalli" => 3_000 }.fetch(contender) }
      lines = MadeRecord.lines(contenders: %w[limit dalli], &cost).map do |line|
        line["type"] == "cell" && line["contender"] == "limit" ? { **line, "client" => "c/socket" } : line
      end

      ratios = of(lines).rows.map { |row| [row.socket_ratio, row.limit_ratio] }.flatten
      [1.0, 1.5, 1.0, 1.0, 2.0, 3.0].zip(ratios) { |wanted, ratio| assert_in_delta wanted, ratio, 1e-6 }
      assert_equal [true, nil], [of(lines).rows.last.limit_ratio_interval&.all?(2.9..3.1), dalli.limit_ratio]
      text = Report::Run.text(Report::Sentences.in(of(lines)), "terminal", width: 200, all: true)
      assert_match(/× limit/, text)
      refute_match(/× limit/, Report::Run.text(Report::Sentences.in(of(lines)), "terminal", width: 200))
      assert_in_delta 3.0, JSON.parse(Report::Run.text(Report::Sentences.in(of(lines)), "json"))["rows"].last["limit_ratio"], 1e-6
    end

    def test_memory_has_a_column_where_a_row_knows_it
      held = MadeRecord.lines.map { |line| line >= Line["block"] ? { **line, "memory_bytes" => 34_200_000 } : line }
      texts = [held, MadeRecord.lines].map do |lines|
        Report::Run.text(Report::Sentences.in(of(lines)), "terminal", width: 200, all: true)
      end

      assert_match(/memory.*34\.2 MB/m, texts.first)
      refute_match(/memory/, texts.last)
    end

    def test_a_row_that_is_not_ok_has_no_figures
      table = of([*MadeRecord.lines, LOST])

      assert_equal ["invalid", "wrong reply", nil, nil, nil, nil],
                   table.rows.last.to_h.values_at(:status, :reason, :wall_ns, :interval, :socket_ratio, :hits)
      assert_empty table.samples
      failed = MadeRecord.row(status: "failed")
      assert_equal [false, nil, nil, false], [failed.ok?, failed.calls_per_s, failed.precision, failed.measured?(nil)]
    end

    # A busy machine lengthens single calls: the client waits for its core, and not for a packet.
    def test_a_row_whose_calls_mostly_wait_says_so
      waits = lambda do |ns, cpu_ns|
        block = { "user_ns" => cpu_ns * 150, "system_ns" => cpu_ns * 150 }
        footnotes(block: block) { ns }.include?(Stats::Remark[:waits, share: 0.1])
      end
      delayed = lambda do |block|
        block.merge("wall_ns" => block["wall_ns"] * 10, "batches" => [*block["batches"].drop(1), block["wall_ns"] * 9])
      end

      assert_equal [true, false, false], [waits[6e6, 0.5e6], waits[6e6, 1e6], waits[4e6, 0.1e6]]
      refute_includes footnotes(block: delayed) { 0.6e6 }.map(&:id), :waits
    end

    def test_replies_without_a_proof_have_a_footnote
      without = of(MadeRecord.lines.reject { |line| line["type"] == "proof" }).rows.last

      assert_equal [true, false], [without, dalli].map { |row| row.footnotes.include?(Stats::Remark[:no_proof]) }
    end

    # Their middle is that of the row.
    def test_a_sample_for_each_process_of_each_row_that_is_shown
      table = table(processes: 3) { |_, process, _| 1_000 * (process + 1) }

      assert_equal [0, 1, 2].map { |number| ["dalli", "p-dalli-#{number}", 300] },
                   table.samples.map { |sample| [sample.contender, sample.process, sample.iterations] }
      [1_000, 2_000, 3_000].zip(table.samples) { |ns, sample| assert_in_delta ns, sample.wall_ns, 1e-6 }
      assert_in_delta 3.0, table.samples.first.allocations
      assert_in_delta table.shown.first.wall_ns, Stats::Interval.middle(table.samples.map { |one| Math.log(one.wall_ns) }), 1e-6
    end

    private

    def of(lines) = Stats::Table.of(Record.from_lines(lines))
    def table(**made, &cost) = of(MadeRecord.lines(**made, &cost))
    def dalli(...) = table(...).rows.last
    def footnotes(...) = dalli(...).footnotes
  end

  class Stats::DisturbedRowTest < Minitest::Test
    def test_a_disturbed_row_has_a_time_but_neither_a_ratio_nor_an_interval
      row = dalli { |process| [2_000 + (400 * process), 9_000] }

      assert_equal [nil, nil, nil], row.to_h.values_at(:interval, :socket_ratio, :socket_ratio_interval)
      assert_operator row.wall_ns, :>, 2_000
      assert_equal [:disturbed, false], [ids(row).last, ids(row).include?(:uneven)]
    end

    # All processes agree, but too few of their stretches are undisturbed.
    def test_a_row_whose_undisturbed_stretches_are_sparse_is_disturbed
      rows = [1.01, 1.03].map { |next_one| dalli(sparse: next_one) { [2_000, 9_000] } }

      assert_equal [2.0, nil], rows.map { |row| row.socket_ratio&.round(3) }
      assert_equal :disturbed, ids(rows.last).last
    end

    def test_a_quiet_machine_or_a_certain_row_is_not_disturbed
      certain = dalli { [2_000, 9_000] }

      assert_in_delta 2.0, certain.socket_ratio, 1e-9
      assert_operator certain.disturbance, :>, 1
      rows = [certain, dalli(sparse: 1.03) { [2_000, 2_100] }, dalli { |process| [2_000 + (400 * process)] * 2 }]
      rows.each { |row| assert_equal [true, false], [row.socket_ratio > 1.5, ids(row).include?(:disturbed)] }
    end

    # Calls are uneven if their CPU time does not fit into their time, and those of socket are even. A reference is not.
    def test_uneven_calls_have_a_note
      uneven = ->(others, **made) { ids(dalli(**made) { [2_000, others] }).include?(:uneven) }
      disturbed = { socket: [1_000, 1_400] }

      assert_equal [false, true, false], [uneven[2_200], uneven[4_000], uneven[9_000, client: "ruby/null"]]
      assert_equal [false, false, true],
                   [uneven[9_000, **disturbed], *[2_000, 3_000].map { |ns| uneven[9_000, cpu_ns: ns, **disturbed] }]
    end

    # A block of one call has no stretches, so that its time contains all that disturbed it.
    def test_a_ratio_that_contradicts_the_times_has_a_note
      row, quiet = [2_000, 1_000].map { |others| dalli(socket: [1_000, others], whole: true) { [4_000, 4_000] } }

      assert_in_delta 4_000 / 1_800.0, row.socket_ratio, 1e-9
      assert_in_delta 4_000, row.wall_ns, 1e-6
      assert_equal [true, false], [row, quiet].map { |one| one.footnotes.include?(Stats::Remark[:contradicted, share: 0.2]) }
    end

    private

    def ids(row) = row.footnotes.map(&:id)

    # The row of a contender compared with socket. The block says how long its calls take: in a fifth of the
    # stretches, and in the others. `whole`: each block of it is one stretch. `sparse`: the factor between an undisturbed
    # stretch in fifteen and three others.
    def dalli(socket: [1_000, 1_000], cpu_ns: 500, client: "ruby/dalli", whole: false, sparse: 1)
      lines = MadeRecord.lines { |contender, process, _| contender == "socket" ? 1_000 : yield(process).first }
      lines.each do |line|
        line["client"] = client if line["client"] == "ruby/dalli"
        next unless line["of"] == "block"

        undisturbed, others = line["cell"] == "c-socket" ? socket : yield(line["generation"])
        batches = ([undisturbed] * 2 + [undisturbed * sparse] * 2 + [others] * 16).map { |ns| ns * 15 }
        line.update("batches" => batches, "wall_ns" => batches.sum, "gc_ns" => 0)
        line.update("batches" => [batches.sum], "batch" => line["iterations"]) if whole && line["cell"] != "c-socket"
        line.update("user_ns" => (line["cell"] == "c-socket" ? 500 : cpu_ns) * 300, "system_ns" => 0)
      end
      Stats::Table.of(Record.from_lines(lines)).rows.last
    end
  end

  # Which row surely has the lowest time per call.
  class Stats::FastestRowTest < Minitest::Test
    COSTS = { "socket" => 1_000, "a" => 2_000, "b" => 2_100, "c" => 2_500 }.freeze
    # How much faster or slower everything is in a generation.
    DRIFT = [1.0, 1.12, 0.91, 1.05, 0.95, 1.2, 0.9, 1.1].freeze

    def test_a_drift_of_the_machine_does_not_hide_it
      rows = drifting(method: 2)

      assert_operator rows[1].interval.last, :>, rows[2].interval.first
      assert_equal ["a"], fastest(rows)
      # By method 1, intervals must be apart.
      assert_equal [[], ["a"]], [fastest(drifting), fastest(rows { |contender| COSTS.fetch(contender) })]
    end

    # References compete with each other only.
    def test_there_is_none_if_clients_change_places_or_are_alone
      changing = rows(method: 2) { |contender, process| COSTS.fetch(contender) * (contender == "a" && process > 3 ? 1.2 : 1) }

      assert_equal [[], []], [fastest(changing), fastest(rows(contenders: [], method: 2) { 1_000 })]
    end

    def test_identical_contenders_do_not_compete
      same = ->(line) { line.update("client" => "ruby/a", "digest" => "d", "gems" => {}) if %w[a b].include?(line["contender"]) }
      rows = drifting(method: 2, change: same)

      assert_equal ["a"], fastest(rows)
      assert_equal [false], rows.select { |row| row.contender == "b" }.map(&:certain)
    end

    private

    def fastest(rows) = rows.select(&:fastest?).map(&:contender)
    def drifting(**options) = rows(**options) { |contender, process| COSTS.fetch(contender) * DRIFT[process] }

    def rows(contenders: %w[a b c], change: nil, **options, &cost)
      lines = MadeRecord.lines(contenders: contenders, **options, &cost)
      lines.each(&change) if change
      Stats::Table.of(Record.from_lines(lines)).rows
    end
  end
end
