# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PairRunnerTest < Minitest::Test
    include AComparingLab

    def test_takes_match_after_match_until_there_is_none
      runner = runner(%w[a b])
      call(runner, 3)

      assert_equal [1, 2, 3], writer.record.pairs.map { |line| line["pair"] }
      assert_equal 3, runner.measured
      assert_operator runner.spent.start_s, :>, 0
      assert_operator runner.spent.quad_s, :>, 0
    end

    def test_no_process_serves_two_pairs_and_none_is_left
      pids = []
      live.at(:pair) { pids |= driver_pids }
      call(runner(%w[a b], made: %w[a b].to_h { |id| [id, QUIET.merge(heard: File.join(folder, "heard"))] }), 2)

      assert_equal 4, pids.size
      assert_equal 4, writer.record.processes.map { |line| line["process"] }.uniq.size
      assert Processes.eventually { pids.none? { |pid| Processes.alive?(pid) } }
    end

    def test_the_next_ones_start_meanwhile_where_there_is_a_core
      skip "one core, or no taskset" unless FACTS["taskset"] && FACTS["allowed_cpus"].size > 1

      placement = Host::Placement.choose("one-core", FACTS)
      cells = cells(%w[a b])
      engine = made_engine(cells, placement: placement)
      asked = []
      live.at(:pair) { asked << @asked }
      call(runner(%w[a b], cells: cells, engine: engine), 3)

      assert_equal [2, 3, 4], asked
      assert_equal 3, writer.record.pairs.size
    end

    def test_numbers_go_on_where_the_record_stopped
      writer.add("process", pair: 41, process: "p41a.a", contender: "a")
      call(runner(%w[a b]), 1)

      assert_equal [42], writer.record.pairs.map { |line| line["pair"] }
    end

    def test_a_match_whose_cells_are_out_ends_it
      runner = runner(%w[a b], made: { "b" => { hello: "exit" } })
      call(runner, 5)

      assert_equal [[], nil, 1], [writer.record.pairs, runner.spent, runner.measured]
    end

    def test_a_wish_to_end_ends_it_after_the_pair
      live.at(:pair) { interrupt }
      call(runner(%w[a b]), 5)

      assert_equal 1, writer.record.pairs.size
    end

    def test_reports_how_many_pairs_were_of_the_same_code
      runner = runner(%w[a b])
      @match = @match.with(noise: true)
      call(runner, 2)

      assert_equal [[1, 1], [2, 2]], live.of(:pair).map { |facts| facts.values_at(:number, :noise) }
    end

    def test_reports_every_pair_with_the_verdicts_so_far
      call(runner(%w[a b]), 2)

      assert_equal [1, 2], live.of(:pair).map { |facts| facts[:number] }
      assert_equal [0, 0], live.of(:pair).map { |facts| facts[:noise] }
      assert_equal [["unresolved"]] * 2, live.of(:verdicts).map { |facts| facts[:verdicts].call.map(&:verdict) }
    end

    # The code of b grows, and its time falls from 300 to 30 µs, in the first blocks.
    def test_blocks_of_a_runtime_that_still_warms_up_are_not_judged
      cold = (1..8).map { |size| { wall_ns: 300_000 / size, batches: [300_000 / size], compiled_bytes: size } }
      warm = { wall_ns: 30_000, batches: [30_000], compiled_bytes: 9 }
      call(runner(%w[a b], made: { "b" => { jit: { name: "yjit", version: "3" }, block: [*cold, warm] } }), 1)

      judged = writer.record.blocks.select { |block| block["arm"] == "contender" }
      assert_equal [[30_000, 9]], judged.map { |block| block.values_at("wall_ns", "compiled_bytes") }.uniq
      assert_equal [["c2", true, 9]], writer.record.warm_ups.map { |line| line.values_at("cell", "settled", "compiled_bytes") }
    end

    # A look after each pair would name one of two equal contenders slower sooner or later.
    def test_the_verdicts_so_far_are_made_for_repeated_looks
      # Two sets of pairs whose changes differ.
      [11_000, 12_000].each { |call_ns| call(runner(%w[a b], made: { "b" => taking(call_ns) }), 6) }
      fixed, sequential = [false, true].map { |kind| Stats::Comparison.of(writer.record, sequential: kind).verdicts.map(&:interval) }

      assert_equal sequential, live.of(:verdicts).last[:verdicts].call.map(&:interval)
      refute_equal fixed, sequential
    end

    def test_the_set_is_that_of_the_call
      runner = runner(%w[a b])
      call(runner, 1)
      call(runner, 1, set: 2)

      assert_equal [[1, 1], [2, 2]], writer.record.pairs.map { |line| line.values_at("pair", "set") }
    end

    private

    def runner(ids, made: {}, cells: cells(ids), engine: made_engine(cells, made: made))
      cells.each { |cell| writer.add("cell", cell.facts) }
      @match = Plan::Match.of(cells).first
      @match.comparisons.each { |comparison| writer.add("comparison", comparison.facts) }
      Lab::PairRunner.new(engine, Lab::Participants.new(engine, cells), random: Random.new(1))
    end

    # So many pairs of the one match.
    def call(runner, count, **set)
      @asked = 0
      runner.call(quads: -> { 1 }, **set) { @match if (@asked += 1) <= count }
    end

    def driver_pids
      Dir.glob("/proc/[0-9]*/cmdline").select { |path| read(path).include?(folder) && read(path).include?("made_driver") }
         .map { |path| path[/\d+/].to_i }
    end

    def read(path)
      File.read(path)
    rescue SystemCallError
      ""
    end
  end
end
