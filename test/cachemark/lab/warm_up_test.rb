# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::WarmUpTest < Minitest::Test
    include ALab

    # A process without a JIT compiler.
    INTERPRETED = Struct.new(:jit).new(nil)
    BIG = "store/big-read-multi-localcache"

    def test_learns_what_an_iteration_costs
      state = MadeCells.state
      assert_nil warm_up(state, { hits: 3 }, { hits: 12 })

      assert_equal [[1, 4], 5.0], [@asked, state.iteration_ns]
    end

    def test_the_cost_of_an_iteration_is_not_that_of_the_first_block
      times = [900, 5]
      run = lambda do |*|
        reading = Lab::Servers::Reading.new(work: Plan::Work.new, bytes_in: 0, bytes_out: 0)
        Ran.new({ "batches" => [times.shift], "batch" => 1 }, reading, 9)
      end
      state = MadeCells.state
      Lab::WarmUp.new(engine, INTERPRETED, run: run).call(state)

      assert_equal 5.0, state.iteration_ns
    end

    def test_changes_are_many_in_the_first_process_and_few_in_later_ones
      state = MadeCells.state(scenario: "client/set")
      2.times { warm_up(state, { sets: 3 }, { sets: 102 }) }

      assert_equal [1, 34, 1, 4], @asked
    end

    def test_changes_over_a_slow_network_are_few_as_well
      assert_nil warm_up(MadeCells.state(scenario: "client/set"), { sets: 3 }, { sets: 27 }, wall_ns: 110_000_000)

      assert_equal [1, 9], @asked
    end

    def test_of_pairs_one_iteration_that_is_a_block_is_enough_and_of_later_processes_none
      state = MadeCells.state(scenario: "client/get-pairs")
      2.times { assert_nil warm_up(state, { hits: 25_000 }, { hits: 0 }, batches: [500_000_000]) }

      assert_equal [[1], 500_000_000.0], [@asked, state.iteration_ns]
    end

    def test_few_pairs_are_many_iterations
      assert_nil warm_up(MadeCells.state(scenario: "client/get-pairs"), { hits: 25_000 }, { hits: 100_000 })

      assert_equal [1, 4], @asked
    end

    def test_learns_what_a_local_cache_leaves_to_the_server
      state = MadeCells.state(scenario: BIG)
      assert_nil warm_up(state, { hits: 11 }, { hits: 44 })

      assert_equal [Plan::Work.new(hits: 110)] * 2, state.bounds(10)
    end

    def test_a_cache_that_outlives_its_iteration_is_refused
      [14, 23].each do |hits|
        state = MadeCells.state(scenario: BIG)
        assert_match(/the local cache is not the same .* counted 11 hits in 1 iteration and #{hits} hits in 4/,
                     warm_up(state, { hits: 11 }, { hits: hits }))
        refute_predicate state, :exact?
      end
    end

    def test_each_worker_has_its_iterations
      state = MadeCells.state(mode: "threads-4")
      assert_nil warm_up(state, { hits: 12 }, { hits: 48 }, batch: 16)

      assert_equal [[4, 16], 0.3125], [@asked, state.iteration_ns]
    end

    def test_learns_what_a_local_cache_leaves_of_each_worker
      state = MadeCells.state(scenario: BIG, mode: "threads-4")
      assert_nil warm_up(state, { hits: 44 }, { hits: 176 })
      assert_equal [Plan::Work.new(hits: 110)] * 2, state.bounds(10)

      lopsided = MadeCells.state(scenario: BIG, mode: "threads-4")
      assert_match(/counted 45 hits in 4 iterations and 176 hits in 16/, warm_up(lopsided, { hits: 45 }, { hits: 176 }))
    end

    def test_nothing_is_learnt_where_others_use_the_server
      user_server = Host::Server::UserServer.admit(memcached.access, allow_non_empty: true)
      state = MadeCells.state(scenario: BIG)

      assert_nil warm_up(state, { hits: 11 }, { hits: 23 }, ring: Host::Ring.new([user_server]))
      refute_predicate state, :exact?
    end

    def test_a_block_that_is_refused_is_the_reason
      run = ->(*) { raise Lab::Block::Disagreement, "the server counted nothing" }

      assert_equal "the server counted nothing", Lab::WarmUp.new(engine, INTERPRETED, run: run).call(MadeCells.state)
    end

    def test_code_that_is_compiled_settles_before_it_is_timed
      state = MadeCells.state
      line = settle(state, [[900, 10], [100, 20], [90, 30], [50, 30], [50, 30], [50, 30], [50, 30]])

      assert_equal [{ "cell" => state.id, "process" => "p", "blocks" => 7, "seconds" => 0.07, "compiled_bytes" => 30,
                      "settled" => true }], [line.except("type", "of")]
      assert_equal 50.0, state.iteration_ns
    end

    def test_growing_code_is_not_settled_however_steady_its_time
      line = settle(MadeCells.state, (1..600).map { |size| [50, size] })

      assert_equal [false, 3.0], line.values_at("settled", "seconds")
    end

    def test_time_that_still_falls_is_not_settled
      assert_equal 9, settle(MadeCells.state, [200, 190, 180, 170, 160, 150, 150, 150, 150].map { |ns| [ns, nil] })["blocks"]
    end

    def test_the_few_calls_of_a_block_over_a_slow_network_are_not_enough
      line = settle(MadeCells.state, Array.new(200) { [1_000_000, 30] }, from_ns: 1_000_000)

      assert_equal [7, true], line.values_at("blocks", "settled") # of 15 calls each
    end

    private

    # The line about blocks with these times of an iteration and sizes of the code. Each takes 10 ms.
    def settle(state, blocks, from_ns: 1000)
      state.iteration_ns = from_ns
      now = 0.0
      run = lambda do |_state, iterations|
        now = (now + 0.01).round(2)
        ns, size = blocks.shift
        Ran.new({ "batches" => [ns] * iterations, "batch" => 1, "compiled_bytes" => size }, nil)
      end
      Lab::WarmUp.new(engine, Struct.new(:name).new("p"), run: run, clock: -> { now }).settle(state)
      writer.record.warm_ups.last
    end

    # A block that was run.
    Ran = Struct.new(:reply, :counted, :wall_ns)

    # With the counts of the first and of the second block.
    def warm_up(state, one, more, batch: 1, batches: [9, 5], wall_ns: 9, **settings)
      works = [one, more]
      @asked ||= []
      run = lambda do |_state, iterations|
        @asked << iterations
        reading = Lab::Servers::Reading.new(work: Plan::Work.new(**works.shift), bytes_in: 1, bytes_out: 1)
        Ran.new({ "batches" => batches, "batch" => batch }, reading, wall_ns)
      end
      Lab::WarmUp.new(engine(**settings), INTERPRETED, run: run).call(state)
    end
  end
end
