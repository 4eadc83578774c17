# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CompareTest < Minitest::Test
    include AComparingLab

    class << self
      # Three pairs of "a" and "b", which several tests examine: the outcome, the record and the events.
      attr_accessor :three
    end

    def test_pairs_of_fresh_processes_run_balanced_quads
      outcome, record, events = three

      assert_equal "interrupted", outcome
      assert_equal [%i[margin total_s until_share]], events.of(:start).map { |facts| facts.keys.sort }
      assert_operator record.pairs.size, :>=, 2
      assert_equal record.pairs.flat_map { |pair| pair.values_at("baseline", "contender") },
                   record.pairs.flat_map { |pair| pair.values_at("baseline", "contender") }.uniq
      assert_equal [%w[baseline baseline contender contender]],
                   quads(record).map { |blocks| blocks.map { |block| block["arm"] }.sort }.uniq
      assert_equal [[0, 1, 2, 3]], quads(record).map { |blocks| blocks.map { |block| block["slot"] } }.uniq
    end

    def test_contenders_that_name_their_memcached_have_fresh_servers_in_each_process_also_in_the_aa_check
      on = cells(%w[a b]).map { |cell| cell.with(contender: cell.contender.with(endpoint: Contender::Endpoint.new(memcached: cell.contender.id))) }
      installed = Env::Servers::Program.new(version: "1", argv: [keeper.which("memcached")])
      starter = Lab::RingStarter.new(keeper: keeper, placement: ANYWHERE, programs: { "a" => installed, "b" => installed })
      rings = Queue.new
      starter.define_singleton_method(:ring) { |*words, **more| super(*words, **more).tap { |ring| rings << ring } }
      live.at(:verdicts) { interrupt if writer.record.pairs.size >= 4 }
      lab(Lab::Compare, on, engine: made_engine(on, ring: Host::Ring.new([]), ring_starter: starter)).call
      servers = writer.record.processes.map { |process| process.dig("server", "argv") }

      # A port may be used again once its server has ended.
      assert_operator writer.record.pairs.size, :>=, 4
      started = Array.new(rings.size) { rings.pop.servers.map(&:argv) }.tally

      assert(servers.tally.all? { |argv, count| started.fetch(argv, 0) >= count })
      assert(writer.record.comparisons.any? { |line| line["noise"] })
    end

    def test_the_blocks_of_a_quad_have_one_length
      _, record, = three

      assert_equal [1], quads(record).map { |own| own.map { |block| block.values_at("iterations", "batch") }.uniq.size }.uniq
    end

    def test_the_first_contender_meets_itself_too
      _, record, = three

      noise = record.comparisons.find { |line| line["noise"] }
      assert_equal %w[c1 c1], noise.values_at("baseline", "contender")
      assert_includes record.pairs.flat_map { |pair| pair["comparisons"] }, noise["comparison"]
    end

    def test_every_process_proves_what_it_serves_before_its_first_block
      _, record, = three

      proven = record.proofs.map { |proof| proof["process"] }
      assert_empty record.blocks.map { |block| block["process"] }.uniq - proven
    end

    def test_every_cell_is_observed_once_by_a_process_that_has_measured_all_it_will
      _, record, = three
      works = record.works
      after = record.lines.drop_while { |line| line["of"] != "work" }.select { |line| line["of"] == "block" }

      assert_equal [["c1", 1], ["c1", 2], ["c2", 1], ["c2", 2]], works.map { |line| line.values_at("cell", "pass") }.sort
      assert_empty after.map { |block| block["process"] } & works.map { |line| line["process"] }
    end

    def test_a_contender_without_an_environment_is_a_loss_with_its_reason_and_its_counterpart_is_not_measured
      assert_equal "complete", compare(%w[a b], others: { "b" => Env::Unavailable.new(reason: "no compiler") })
      assert_equal [["c2", "unavailable", "no compiler"]],
                   writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
      assert_equal [[], []], [writer.record.pairs, writer.record.processes]
    end

    def test_one_that_is_lost_costs_the_others_nothing
      compare(%w[a b c], others: { "b" => Env::Unavailable.new(reason: "no compiler") })

      assert_equal %w[n1 v2], writer.record.pairs.flat_map { |pair| pair["comparisons"] }.uniq.sort
    end

    def test_a_driver_that_dies_in_a_block_costs_its_cell_and_leaves_no_half_pair
      assert_equal "complete", compare(%w[a b], made: { "b" => { block: [{}, {}, {}, "exit"] } })

      assert_equal [%w[c2 failed]], writer.record.failures.map { |line| line.values_at("cell", "status") }
      assert_empty writer.record.pairs.flat_map { |pair| pair["comparisons"] } - ["n1"]
    end

    def test_a_process_that_does_not_come_up_fails_the_contender
      compare(%w[a b], made: { "b" => { hello: "exit" } })

      assert_equal [%w[c2 failed]], writer.record.failures.map { |line| line.values_at("cell", "status") }
    end

    def test_a_wrong_reply_makes_the_cell_invalid
      wrong = { ok: false, mismatches: [{ iteration: 0, op: "get", key: "k1", expected: "a", actual: "b" }] }
      compare(%w[a b], made: { "b" => { verify: [wrong] } })

      assert_equal [%w[c2 invalid]], writer.record.failures.map { |line| line.values_at("cell", "status") }
    end

    def test_too_little_time_is_reported_with_the_time_that_is_needed
      scenarios = %w[client/get client/set client/mixed client/missing]
      outcome = compare(%w[a b], for_s: 0.6, scenarios: scenarios, pairs: nil, clock: clock)

      assert_equal "stopped early", outcome
      assert_match(/14 pairs of each comparison do not fit into 1 s.*--for \d+s/m, writer.record.events.last["message"])
    end

    def test_ends_once_its_verdicts_are_as_precise_as_requested
      cells = cells(%w[a b])
      writer.add("run", command: "compare", options: {})
      cells.each { |cell| writer.add("cell", cell.facts) }
      live.at(:pair) { clock.pass(10) }

      assert_equal "complete", lab(Lab::Compare, cells, for_s: 1_000.0, until: 0.5).call
      assert_includes 12..40, writer.record.pairs.size
    end

    def test_exact_metrics_alone_are_counted_and_nothing_is_timed
      assert_equal "complete", compare(%w[a b], for_s: 0.1, metrics: %w[allocations round-trips bytes])

      record = writer.record
      assert_equal [[], []], [record.pairs, record.blocks]
      assert_equal %w[c1 c2], record.works.map { |line| line["cell"] }.uniq
      assert_equal({ ["c1", false] => 3, ["c1", true] => 3, ["c2", false] => 3 },
                   allocations(record).map { |line| line.values_at("cell", "noise") }.tally)
    end

    # Two verdicts need six processes of each side if any two of them differ.
    def test_cells_whose_traffic_differs_are_examined_in_more_processes
      metrics = %w[round-trips bytes]
      writer.add("run", command: "compare", method: 2, options: { metrics: metrics })
      cells(%w[a b]).each { |cell| writer.add("cell", cell.facts) }
      writer.add("work", cell: "c2", process: "other", pass: 2, iterations: 1, commands: [], round_trips: 1, bytes_out: 0,
                         bytes_in: 0)
      compare(%w[a b], for_s: 0.1, metrics: metrics)

      warm = writer.record.works.select { |line| line["pass"] == 2 }
      assert_equal({ "c1" => 6, "c2" => 6 }, warm.map { |line| line["cell"] }.tally)
      assert_equal [11, 11], [warm.size - 1, (warm.map { |line| line["process"] }.uniq - ["other"]).size]
    end

    def test_calls_at_the_same_time_are_compared_in_pairs
      compare(%w[a b], pairs: 1, mode: "threads-2", metrics: %w[allocations])

      refute_empty writer.record.pairs
      assert_empty writer.record.counts
    end

    def test_a_timed_metric_leaves_allocations_to_the_pairs
      compare(%w[a b], pairs: 1, metrics: %w[wall allocations])

      refute_empty writer.record.pairs
      assert_empty writer.record.counts
    end

    private

    def allocations(record) = record.counts.select { |line| line["metric"] == "allocations" }

    def compare(ids, for_s: 60.0, pairs: 3, scenarios: ["client/get"], mode: "sync", metrics: %w[wall], **more)
      cells = cells(ids, scenarios: scenarios).map { |cell| cell.with(mode: mode) }
      task = Lab::Compare::Task.new(cells: cells, seed: 1, for_s: for_s, judging: { metrics: metrics })
      live.at(:pair) { interrupt if live.of(:pair).size == pairs }
      Lab::Compare.new(task: task, engine: made_engine(cells, clock: CLOCK, **more)).call
    end

    def three = self.class.three ||= [compare(%w[a b]), writer.record, live]

    def quads(record) = record.blocks.group_by { |block| block.values_at("comparison", "pair", "quad") }.values
  end
end
