# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CalibrationTest < Minitest::Test
    include ALab

    BIG = "store/big-read-multi-localcache"

    def test_learns_what_an_iteration_costs
      bout = MadeCells.bout
      assert_nil calibrate(bout, { hits: 3 }, { hits: 12 })

      assert_equal [[1, 4], 5.0], [@asked, bout.iteration_ns]
    end

    def test_changes_are_many_in_the_first_process_and_few_in_later_ones
      bout = MadeCells.bout(scenario: "client/set")
      2.times { calibrate(bout, { sets: 3 }, { sets: 102 }) }

      assert_equal [1, 34, 1, 4], @asked
    end

    def test_of_pairs_one_iteration_that_is_a_block_is_enough_and_of_later_processes_none
      bout = MadeCells.bout(scenario: "client/get-pairs")
      2.times { assert_nil calibrate(bout, { hits: 25_000 }, { hits: 0 }, batches: [500_000_000]) }

      assert_equal [[1], 500_000_000.0], [@asked, bout.iteration_ns]
    end

    def test_few_pairs_are_many_iterations
      assert_nil calibrate(MadeCells.bout(scenario: "client/get-pairs"), { hits: 25_000 }, { hits: 100_000 })

      assert_equal [1, 4], @asked
    end

    def test_learns_what_a_local_cache_leaves_to_the_server
      bout = MadeCells.bout(scenario: BIG)
      assert_nil calibrate(bout, { hits: 11 }, { hits: 44 })

      assert_equal [Plan::Work.new(hits: 110)] * 2, bout.bounds(10)
    end

    def test_a_cache_that_outlives_its_iteration_is_refused
      [14, 23].each do |hits|
        bout = MadeCells.bout(scenario: BIG)
        assert_match(/the local cache is not the same .* counted 11 hits in 1 iteration and #{hits} hits in 4/,
                     calibrate(bout, { hits: 11 }, { hits: hits }))
        refute_predicate bout, :settled?
      end
    end

    def test_each_worker_has_its_iterations
      bout = MadeCells.bout(mode: "threads-4")
      assert_nil calibrate(bout, { hits: 12 }, { hits: 48 }, batch: 16)

      assert_equal [[4, 16], 0.3125], [@asked, bout.iteration_ns]
    end

    def test_learns_what_a_local_cache_leaves_of_each_worker
      bout = MadeCells.bout(scenario: BIG, mode: "threads-4")
      assert_nil calibrate(bout, { hits: 44 }, { hits: 176 })
      assert_equal [Plan::Work.new(hits: 110)] * 2, bout.bounds(10)

      lopsided = MadeCells.bout(scenario: BIG, mode: "threads-4")
      assert_match(/counted 45 hits in 4 iterations and 176 hits in 16/, calibrate(lopsided, { hits: 45 }, { hits: 176 }))
    end

    def test_nothing_is_learnt_where_others_use_the_server
      foreign = Host::ForeignServer.admit("127.0.0.1", memcached.port, allow_non_empty: true)
      bout = MadeCells.bout(scenario: BIG)

      assert_nil calibrate(bout, { hits: 11 }, { hits: 23 }, ring: Host::Ring.new([foreign]))
      refute_predicate bout, :settled?
    end

    def test_what_disagrees_is_a_reason
      burst = Object.new
      def burst.call(*) = raise(Lab::Burst::Disagreement, "the server counted nothing")

      assert_equal "the server counted nothing", Lab::Calibration.new(rig, burst: burst).call(MadeCells.bout, nil)
    end

    private

    # With the counts of the first and of the second block.
    def calibrate(bout, one, more, batch: 1, batches: [9, 5], **settings)
      works = [one, more]
      asked = (@asked ||= [])
      burst = Object.new
      burst.define_singleton_method(:call) do |_, _, iterations|
        asked << iterations
        reading = Lab::Reading.new(work: Plan::Work.new(**works.shift), bytes_in: 1, bytes_out: 1)
        [{ "batches" => batches, "batch" => batch }, reading]
      end
      Lab::Calibration.new(rig(**settings), burst: burst).call(bout, nil)
    end
  end
end
