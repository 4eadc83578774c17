# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::TrialTest < Minitest::Test
    include ALab

    PLACE = { process: "p1", generation: 0, round: 0 }.freeze

    def test_records_a_block_whose_work_the_server_has_seen
      bout = bout_of("socket")
      wall_ns = trial.call(bout, @session, 20, PLACE)
      block = writer.record.blocks.first

      assert_equal ["c1", "p1", 20, 60, wall_ns], block.values_at("cell", "process", "iterations", "calls", "wall_ns")
      assert_in_delta wall_ns / 20.0, bout.iteration_ns
      refute block.key?("latencies")
    end

    def test_the_sub_batch_may_be_given
      bout = bout_of("socket")
      trial.call(bout, @session, 20, PLACE, batch: 10)

      assert_equal [10, 2], [writer.record.blocks.first["batch"], writer.record.blocks.first["batches"].size]
    end

    def test_latencies_of_single_calls_when_asked_for
      bout = bout_of("socket")
      trial(latencies: true).call(bout, @session, 2, PLACE)

      assert_equal 6 * 4, writer.record.blocks.first["latencies"].unpack1("m").bytesize
    end

    def test_a_client_that_reads_less_than_its_scenario_has_no_figure
      bout = bout_of("socket", { "socket" => {} })

      assert_equal "the server counted 0 hits in 5 iterations; the scenario makes 15", refused(bout, 5)
      assert_empty writer.record.blocks
    end

    def test_keeps_what_the_server_counted
      bout = bout_of("socket", scenario: "client/mixed")
      trial.call(bout, @session, 5, PLACE)

      assert_equal [30, 0, 30, nil],
                   writer.record.blocks.first.values_at("server_hits", "server_misses", "server_sets", "server_delete_hits")
    end

    def test_keeps_the_bytes_of_a_server_that_is_ours_and_the_longest_block
      bout = bout_of("socket")
      [5, 3].each { |iterations| trial.call(bout, @session, iterations, PLACE) }
      bytes = writer.record.blocks.map do |block|
        block.values_at("server_bytes_in", "server_bytes_out").map { |all| all / block["iterations"] }
      end

      assert_equal bytes.first, bytes.last
      assert_operator bytes.first.min, :>, 60
      assert_equal 5, bout.longest
    end

    def test_on_a_server_of_somebody_else_bytes_say_nothing
      ring = Host::Ring.new([Host::ForeignServer.admit("127.0.0.1", memcached.port)])
      bout = bout_of("socket", ring: ring)
      trial.call(bout, @session, 5, PLACE)

      refute_includes writer.record.blocks.first.keys, "server_bytes_in"
    end

    def test_records_a_block_at_a_rate_and_what_an_iteration_costs_stays
      bout = bout_of("socket")
      bout.iteration_ns = 5.0
      timetable = Plan::Timetable.new(due: [0, 10, 20, 900_000], iterations: Rational(4, 3))
      trial.at_rate(bout, @session, timetable, PLACE.merge(rate: 9))
      block = writer.record.blocks.first

      assert_equal [9, 4, 4], block.values_at("rate", "calls", "server_hits")
      assert_in_delta 1.333, block["iterations"], 0.001
      assert_equal [16, 16], block.values_at("latencies", "lags").map { |text| text.unpack1("m").bytesize }
      assert_in_delta 5.0, bout.iteration_ns
      refute block.key?("spare")
    end

    def test_keeps_how_many_iterations_nobody_can_be_sure_of
      bout = bout_of("socket")
      trial.at_rate(bout, @session, Plan::Timetable.new(due: [0, 10, 20], iterations: 1, spare: 3), PLACE)

      assert_equal 3, writer.record.blocks.first["spare"]
    end

    private

    def trial(latencies: false)
      Lab::Trial.new(rig: @rig, writer: writer, latencies: ->(_cell) { latencies }, clock: ALab::CLOCK)
    end

    # An opened cell of the contender; `made` are the answers of a made driver.
    def bout_of(name, made = {}, scenario: "client/get", **more)
      contender = MadeCells.contender(name)
      bout = MadeCells.bout(contender: contender, scenario: scenario)
      @rig = rig([contender], made: made, **more)
      @session = @rig.driver(contender)
      @session.request("load", @rig.load_fields(contender), deadline_s: 20)
      @session.request("open", @rig.open_fields(bout.cell), deadline_s: 20)
      bout
    end

    def refused(bout, iterations)
      assert_raises(Lab::Burst::Disagreement) { trial.call(bout, @session, iterations, PLACE) }.message
    end
  end
end
