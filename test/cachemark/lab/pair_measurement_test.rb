# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PairMeasurementTest < Minitest::Test
    include AComparingLab

    # A host that takes a tenth of the time away.
    Taking = Struct.new(:ticks) do
      def sample = Host::StealTime::Sample.new(steal_ticks: self.ticks += 1, total_ticks: ticks * 10)
    end

    def test_proves_both_contenders_and_runs_their_quads
      assert measure_pair
      assert_equal [["c1", "p7a.a", true], ["c2", "p7b.b", true]],
                   writer.record.proofs.map { |line| line.values_at("cell", "process", "ok") }.sort
      assert_equal [7, 1, ["v1"], "p7a.a", "p7b.b"],
                   writer.record.pairs.first.values_at("pair", "set", "comparisons", "baseline", "contender")
      assert_equal [[7, "p7a.a"], [7, "p7b.b"]], writer.record.processes.map { |line| line.values_at("pair", "process") }
    end

    def test_quads_of_all_comparisons_are_whole_and_balanced
      measure_pair(scenarios: %w[client/get client/set], quads: 2)
      quads = writer.record.blocks.group_by { |block| block.values_at("comparison", "quad") }

      assert_equal [["v1", 0], ["v1", 1], ["v2", 0], ["v2", 1]], quads.keys.sort
      arms = quads.transform_values { |blocks| blocks.map { |block| block["arm"] } }
      assert_equal [Plan::Order::Quads::ORDERS] * 2, %w[v1 v2].map { |id| [arms[[id, 0]], arms[[id, 1]]].sort }
    end

    def test_the_blocks_of_an_arm_are_served_by_its_process
      measure_pair

      assert_equal({ "baseline" => ["p7a.a"], "contender" => ["p7b.b"] },
                   writer.record.blocks.group_by { |block| block["arm"] }.sort.to_h
                         .transform_values { |blocks| blocks.map { |block| block["process"] }.uniq })
    end

    def test_all_four_blocks_of_a_quad_are_of_one_length_though_one_arm_is_slower
      measure_pair(made: { "b" => taking(90_000) })

      lengths = writer.record.blocks.group_by { |block| block["quad"] }.values
                      .map { |quad| quad.map { |block| block.values_at("iterations", "batch") }.uniq.size }

      assert_equal [1, 1], lengths
    end

    def test_each_worker_has_the_same_part_of_a_block
      measure_pair(cells: cells(%w[a b]).map { |cell| cell.with(mode: "threads-7") })

      assert_equal [0], writer.record.blocks.map { |block| block["iterations"] % 7 }.uniq
      assert_equal ["threads-7"], writer.record.processes.map { |line| line["mode"] }.uniq
      assert_equal ["p7a.a threads-7", "p7b.b threads-7"], writer.record.blocks.map { |block| block["process"] }.uniq.sort
    end

    def test_an_invalid_block_removes_its_comparison_from_the_pair
      wrong = { errors: { "RuntimeError" => 1 } }
      whole = measure_pair(scenarios: %w[client/get client/set], made: { "b" => { block: [{}] * 4 + [wrong, {}] } })

      assert whole
      assert_equal ["invalid"], writer.record.failures.map { |line| line["status"] }
      assert_equal 1, writer.record.pairs.first["comparisons"].size
    end

    def test_a_pair_of_which_nothing_is_left_has_no_line
      refute measure_pair(made: { "b" => { block: [{}, {}, { errors: { "RuntimeError" => 1 } }] } })
      assert_empty writer.record.pairs
    end

    def test_a_process_that_dies_costs_the_pair
      refute measure_pair(scenarios: %w[client/get client/set], made: { "b" => { block: [{}] * 5 + ["exit"] } })
      assert_equal [["failed"], []], [writer.record.failures.map { |line| line["status"] }, writer.record.pairs]
    end

    def test_a_process_that_does_not_start_fails_all_its_cells
      refute measure_pair(scenarios: %w[client/get client/set], made: { "b" => { hello: "exit" } })
      assert_equal [%w[c3 failed], %w[c4 failed]], writer.record.failures.map { |line| line.values_at("cell", "status") }
    end

    def test_a_request_that_is_refused_costs_the_cell_alone
      measure_pair(scenarios: %w[client/get client/set], made: { "b" => { open: ["failed", {}] } })

      assert_equal ["failed"], writer.record.failures.map { |line| line["status"] }
      assert_equal 1, writer.record.pairs.first["comparisons"].size
    end

    def test_a_wish_to_end_leaves_a_pair_without_a_line
      interrupt

      refute measure_pair
      assert_empty writer.record.blocks
    end

    def test_the_pair_knows_its_set_and_what_the_host_took
      measure_pair(set: 2, engine: made_engine(cells(%w[a b]), steal: Taking.new(0)))
      pair = writer.record.pairs.first

      assert_equal 2, pair["set"]
      assert_in_delta 10.0, pair["steal_percent"]
      assert_kind_of Float, pair["at_s"]
    end

    def test_drops_a_contender_that_only_the_long_proof_finds_wrong
      SpoiltDalli.open({ "set" => "@asked = 0; super", "get" => "super.tap { return [7] if @asked.between?(20, 30) }" }) do |name|
        wrong = DrivenClient.contender(name)
        cells = [MadeCells.contender, wrong].zip(%w[c1 c2]).map { |one, id| MadeCells.cell(contender: one, id: id) }

        assert measure_pair(cells: cells, engine: engine(others: { wrong.id => DrivenClient.environment(wrong) }))
        assert_equal [%w[c2 invalid]], writer.record.failures.map { |line| line.values_at("cell", "status") }
        assert_equal ["c1"], writer.record.works.map { |line| line["cell"] }.uniq
      end
    end

    # Two blocks of calibration and four of the quads come before those of the proxy.
    def test_a_process_that_dies_when_it_has_measured_all_costs_nothing
      assert measure_pair(made: { "b" => { block: [*[{}] * 6, "exit"] } })
      assert_equal [["unobserved", "c2"]], writer.record.events.map { |line| line.values_at("kind", "cell") }
      assert_empty writer.record.failures
    end

    def test_a_pair_is_two_fresh_processes_even_of_the_same_code
      [%w[a b], %w[a a]].each do |ids|
        pair = start(ids, made: ids.to_h { |id| [id, { "heard" => File.join(folder, "heard") }] }) # so there are processes

        assert_equal [["p7a.#{ids.first}", ids.first], ["p7b.#{ids.last}", ids.last]],
                     pair.by_name.values.map { |process| [process.name, process.contender.id] }
        assert_equal 2, pair.processes.map(&:pid).uniq.size
        pair.close
        assert Processes.eventually { pair.processes.none? { |process| Processes.alive?(process.pid) } }
      end
    end

    def test_one_of_a_pair_that_does_not_start_leaves_the_other
      pair = start(%w[a b], made: { "b" => { hello: "exit" } })

      assert_equal [nil, String], pair.processes.map { |process| process.reason&.class }
      pair.close
    end

    def test_reports_the_cells_that_are_proved_and_measured
      measure_pair(quads: 1)

      assert_equal %w[c1 c2], live.of(:proof).map { |facts| facts[:cell].id }.sort
      assert_equal %w[c1 c1 c2 c2], live.of(:cell).map { |facts| facts[:cell].id }.sort
    end

    private

    def start(ids, made: {})
      sides = cells(ids)
      comparison = Plan::Comparison.new(id: "v1", baseline: sides.first, contender: sides.last)
      match = Plan::Match.new(baseline: sides.first.contender, contender: sides.last.contender, comparisons: [comparison])
      Lab::PairMeasurement::Pair.start(made_engine(sides, made: made), match, 7)
    end

    # Whether the pair became whole.
    def measure_pair(scenarios: ["client/get"], quads: 2, set: 1, made: {}, cells: cells(%w[a b], scenarios: scenarios),
                     engine: made_engine(cells, made: made))
      match = Plan::Match.of(cells).first
      pair = Lab::PairMeasurement::Pair.start(engine, match, 7)
      measurement = Lab::PairMeasurement.new(engine, Lab::Participants.new(engine, cells), random: Random.new(1))
      measurement.prepare(pair) && measurement.call(pair, quads, set) && (measurement.look(pair) || true)
    ensure
      pair&.close
    end
  end
end
