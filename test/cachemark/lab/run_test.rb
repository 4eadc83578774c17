# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::RunTest < Minitest::Test
    include ALab

    class << self
      # A run of twelve iterations in six processes, which several tests examine: the record and the events.
      attr_accessor :twelve
    end

    THREE = %w[client/get client/set client/mixed].freeze

    def test_measures_exactly_the_iterations_of_every_row_in_six_fresh_processes
      outcome = run_lab(%w[socket null], iterations: 20, made: { "socket" => {}, "null" => {} })

      assert_equal "complete", outcome
      assert_equal [20, 20, 20, 20], iterations.values
      assert_equal [6] * 4, blocks.values.map { |blocks| blocks.map { |block| block["generation"] }.uniq.size }
      assert_equal 12, writer.record.processes.size
    end

    def test_counts_what_the_user_asked_for_of_each_row_when_all_is_measured
      skip "strace is not installed" unless keeper.which("strace")
      run_lab(%w[socket null], iterations: 2, counts: %w[writes])

      record = writer.record
      assert_equal({ "c1" => 3, "c2" => 3, "c3" => 3, "c4" => 3 },
                   record.counts.select { |line| line["metric"] == "writes" }.map { |line| line["cell"] }.tally)
      assert_operator record.lines.rindex { |line| line["of"] == "block" }, :<, record.lines.index(record.counts.first)
    end

    def test_the_cost_of_every_block_is_estimated_from_its_stretches
      record, = twelve

      assert_equal ["stretches"], record.blocks.map { |block| block["estimate"] }.uniq
    end

    def test_every_generation_proves_every_cell
      record, = twelve
      proofs = record.proofs

      assert_equal 12, proofs.uniq { |proof| proof.values_at("cell", "process") }.size
      assert(proofs.all? { |proof| proof["ok"] })
    end

    def test_every_cell_proves_itself_once_for_as_long_as_a_block
      run_lab(%w[socket], iterations: 60)
      long = writer.record.proofs.reject { |proof| proof["iterations"] == 2 }

      assert_equal [["c1", 10], ["c2", 10]], long.map { |proof| proof.values_at("cell", "iterations") }
      assert_equal [0], writer.record.processes.select { |line| line["process"] == long.first["process"] }
        .map { |line| line["generation"] }
    end

    def test_every_cell_is_observed_once_when_its_process_has_measured
      record, = twelve
      works = record.works
      after = record.lines.drop_while { |line| line["of"] != "work" }.select { |line| line["of"] == "block" }

      assert_equal [["c1", 1], ["c1", 2], ["c2", 1], ["c2", 2]], works.map { |line| line.values_at("cell", "pass") }
      assert_equal [0], record.processes.select { |line| works.first["process"] == line["process"] }
        .map { |line| line["generation"] }
      refute_includes after.map { |block| block["generation"] }, 0
    end

    def test_a_cell_that_cannot_be_looked_at_keeps_its_speed_and_says_so
      run_lab(%w[null], iterations: 1, scenarios: %w[client/get], made: { "null" => { open: [{}, "failed", {}] } })

      row = Said::Table.of(writer.record).rows.first

      assert_equal [["unobserved", "c1"]], writer.record.events.map { |line| line.values_at("kind", "cell") }
      assert_equal [{ "c1" => 1 }, "ok"], [iterations, row.status]
      assert_match(/its work could not be checked through the proxy: RuntimeError: no way/, row.footnotes.join)
    end

    def test_the_first_round_is_whole_however_little_time_there_is
      run_lab(%w[socket null], for_s: 0.001)

      assert_equal %w[c1 c2 c3 c4], blocks.keys.sort
    end

    def test_each_call_of_pairs_is_timed_and_of_others_where_that_was_asked_for
      [{}, { latencies: true }].each do |wishes|
        run_lab(%w[socket], scenarios: ["client/get", MadeCells.scenario("client/get-pairs").over(8)], iterations: 1, **wishes)
      end

      assert_equal [[false, true], [true, true]],
                   %w[c1 c2].map { |cell| blocks.fetch(cell).map { |block| block.key?("latencies") } }.transpose
    end

    def test_says_how_far_it_is
      _, events = twelve

      assert_equal [{ total_s: nil, until_share: nil, iterations: 12 }], events.of(:start)
      assert_equal (0..5).to_a, events.of(:generation).map { |facts| facts[:number] }
      %i[proof cell].each { |event| assert_equal %w[c1 c2], events.of(event).map { |facts| facts[:cell].id }.uniq.sort }
      assert_equal %w[socket:get socket:set], events.of(:round).last[:rows].call.map(&:label).sort
    end

    def test_each_mode_of_a_contender_has_its_own_processes
      run_lab(%w[socket], iterations: 12, scenarios: %w[client/get client/mixed], modes: %w[sync threads-2])
      lanes = blocks.transform_values { |own| own.map { |block| block["process"].sub(/\Ag\d\./, "") }.uniq }

      assert_equal({ "c1" => ["socket"], "c2" => ["socket"], "c3" => ["socket threads-2"], "c4" => ["socket threads-2"] }, lanes)
      assert_equal [12] * 4, iterations.values
      assert_empty writer.record.events
      assert_equal [["c3", 2, 2], ["c4", 2, 2]], writer.record.in_flights.map { |line| line.values_at("cell", "workers", "seen") }
      assert_equal [[1, 2], %w[sync threads-2]], [writer.record.works.map { |line| line["iterations"] }.uniq,
                                                  writer.record.processes.map { |line| line["mode"] }.uniq.sort]
      assert_empty writer.record.failures
    end

    def test_waits_for_connections_are_noted_when_the_blocks_of_a_process_are_timed
      own = { "pool" => { "size" => 2, "waits" => "ZAAAAA==", "waited" => 1, "timeouts" => 0 } }
      made = { "null" => { "open" => { "pool" => true }, "block" => own } }
      run_lab(%w[null], iterations: 12, scenarios: %w[client/get], modes: %w[threads-2,shared], made: made)
      lines = writer.record.lines.select { |line| %w[block pool].include?(line["of"]) }

      assert_equal %w[block pool] * 6, lines.map { |line| line["of"] }
      assert_equal(own["pool"], writer.record.pools.first.slice("size", "waits", "waited", "timeouts"))
    end

    def test_only_threads_that_share_too_few_connections_wait
      contenders = [1, 4].map { |size| DrivenClient.contender("dalli@4.3.10,pool=on,pool_size=#{size}") }
      run_on(engine(contenders, environments: WarmCache.build(contenders)), contenders,
             scenarios: %w[client/get], modes: %w[threads-4,shared], iterations: 8)
      pools = writer.record.pools.group_by { |line| line["size"] }

      assert_equal [[1, true], [4, false]], pools.map { |size, own| [size, own.sum { |line| line["waited"] }.positive?] }
      assert_empty writer.record.failures
    end

    def test_workers_that_share_no_pool_have_no_waits
      run_lab(%w[null], iterations: 12, modes: %w[sync threads-2], made: { "null" => { "open" => { "pool" => true } } })

      assert_empty writer.record.pools
    end

    def test_a_mode_that_its_language_has_not_is_a_row_with_a_reason
      run_lab(%w[socket], iterations: 6, modes: %w[sync gevent-2])

      assert_equal [["unavailable", "Ruby has only the modes sync, threads, processes and fibers"]] * 2, failed("socket")
      assert_equal %w[c1 c2], blocks.keys.sort
    end

    def test_a_process_that_dies_costs_no_other_mode
      mortal = { "dies_once" => File.join(folder, "died") }
      run_lab(%w[null], iterations: 6, modes: %w[sync threads-2], made: { "null" => mortal })

      assert_equal [["failed"]], failed("null").map { |failure| failure.first(1) }
      assert_equal 3, blocks.size
    end

    def test_a_contender_without_an_environment_is_a_row_with_a_reason
      run_lab(%w[socket dalli], iterations: 6, others: { "dalli" => Env::Unavailable.new(reason: "no compiler") })

      assert_equal [["unavailable", "no compiler"]] * 2, failed("dalli")
      assert_equal 2, blocks.size
    end

    def test_announces_no_measurement_if_nothing_can_be_measured
      run_lab(%w[dalli], iterations: 6, others: { "dalli" => Env::Unavailable.new(reason: "no compiler") })

      assert_empty live.of(:start)
    end

    def test_a_process_that_never_comes_up_fails_all_its_rows_and_no_other
      run_lab(%w[socket null], iterations: 6, made: { "null" => { hello: "exit" } })

      assert_equal %w[failed failed], failed("null").map(&:first)
      assert_equal [6, 6], iterations.values
    end

    def test_a_row_that_is_wrong_is_invalid_and_the_others_go_on
      wrong = { ok: false, mismatches: [{ iteration: 0, op: "get", key: "k1", expected: "a", actual: "b" }] }
      run_lab(%w[socket null], iterations: 1, made: { "null" => { verify: [wrong, {}] } })

      assert_equal ["invalid"], failed("null").map(&:first)
      assert_equal [1, 1, 1], iterations.values
    end

    def test_a_wrong_block_makes_its_row_invalid
      run_lab(%w[socket null], iterations: 6, made: { "null" => { block: { errors: { "IOError" => 1 } } } })

      assert_equal [["invalid", "errors while timed: IOError x 1"]] * 2, failed("null")
      assert_equal [6, 6], iterations.values
    end

    def test_a_refusal_costs_its_cell_and_not_its_process
      run_lab(%w[null], iterations: 1, made: { "null" => { open: ["failed", {}] } })

      assert_equal [["failed", "RuntimeError: no way"]], failed("null")
      assert_equal [[1], 1], [iterations.values, writer.record.processes.size]
    end

    # Two blocks of each cell to see what an iteration makes, and then the first that counts.
    def test_a_process_that_dies_while_timed_is_replaced_for_its_other_cells
      run_lab(%w[null], iterations: 1, scenarios: THREE, made: { "null" => { block: [*[{}] * 7, "exit"] } })

      assert_match(/exit code 7 during block/, failed("null").first.last)
      assert_equal [1, 2, 2], [failed("null").size, iterations.size, writer.record.processes.size]
    end

    def test_a_process_that_dies_over_each_proof_fails_each_cell_once
      run_lab(%w[socket null], iterations: 1, scenarios: THREE, made: { "null" => { verify: "exit" } })

      assert_equal ["failed"] * 3, failed("null").map(&:first)
      assert_equal [1, 1, 1], iterations.values
    end

    def test_a_replacement_that_does_not_come_up_fails_what_is_left
      run_lab(%w[null], iterations: 1, scenarios: THREE, made: { "null" => { open: "garbage" } })

      assert_equal ["failed"] * 3, failed("null").map(&:first)
      assert_match(/protocol does not allow/, failed("null").first.last)
    end

    def test_a_wish_to_stop_keeps_what_there_is
      outcome = stopped_at(:round) { run_lab(%w[socket], iterations: 600) }

      assert_equal ["interrupted", 2], [outcome, blocks.size]
      assert_operator iterations.values.max, :<, 600
    end

    def test_a_wish_to_stop_before_the_first_round_ends_it_at_once
      assert_equal "interrupted", stopped_at(:generation) { run_lab(%w[socket], iterations: 6) }
      assert_empty blocks
    end

    def test_a_server_that_is_gone_ends_the_run_early
      live.at(:round) { memcached.stop }
      outcome = run_lab(%w[socket], iterations: 600)

      assert_equal ["stopped early", 2], [outcome, blocks.size]
      assert_empty writer.record.failures
      assert_match(/is gone/, writer.record.events.last["message"])
    end

    private

    def run_lab(names, made: {}, others: {}, **wishes)
      contenders = names.map { |name| MadeCells.contender(name) }
      run_on(engine(contenders, made: made, others: others), contenders, **wishes)
    end

    def run_on(engine, contenders, scenarios: %w[client/get client/set], modes: %w[sync], **wishes)
      cells = contenders.product(modes, scenarios).each_with_index.map do |(contender, mode, scenario), index|
        MadeCells.cell(contender: contender, scenario: scenario, mode: mode, id: "c#{index + 1}")
      end
      cells.each { |cell| writer.add("cell", cell.facts) }
      task = Lab::Run::Task.new(cells: cells, seed: 1, for_s: nil, **wishes)
      Lab::Run.new(task: task, engine: engine).call
    end

    def twelve
      self.class.twelve ||= begin
        run_lab(%w[socket], iterations: 12)
        [writer.record, live]
      end
    end

    # A wish to stop that comes with this event.
    def stopped_at(event)
      live.at(event) { interrupt }
      yield
    end

    def blocks = writer.record.blocks.group_by { |block| block["cell"] }

    def iterations = blocks.transform_values { |blocks| blocks.sum { |block| block["iterations"] } }

    def failed(contender)
      writer.record.failures.select { |line| line["contender"] == contender }.map { |line| line.values_at("status", "reason") }
    end
  end
end
