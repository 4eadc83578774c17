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

    def test_latencies_of_single_calls_when_asked_for
      bout = bout_of("socket")
      trial(latencies: true).call(bout, @session, 2, PLACE)

      assert_equal 6 * 4, writer.record.blocks.first["latencies"].unpack1("m").bytesize
    end

    def test_a_client_that_reads_less_than_its_scenario_has_no_figure
      bout = bout_of("socket", "socket" => {})

      assert_match(/counted 0 hits and 0 misses in 5 iterations; the scenario makes 15 and 0/, refused(bout, 5))
      assert_empty writer.record.blocks
    end

    def test_a_wrong_last_reply_has_no_figure
      wrong = { iteration: 4, step: 0, op: "get", key: "k1", expected: "[]", actual: "nil" }
      bout = bout_of("null", "null" => { block: { mismatches: [wrong] } })

      assert_equal "the last timed get of k1 answered nil, expected []", refused(bout, 5)
    end

    def test_errors_have_no_figure
      bout = bout_of("null", "null" => { block: { errors: { "Timeout::Error" => 2 } } })

      assert_equal "errors while timed: Timeout::Error x 2", refused(bout, 5)
    end

    private

    def trial(latencies: false) = Lab::Trial.new(rig: @rig, writer: writer, latencies: latencies, clock: ALab::CLOCK)

    # An opened cell of the contender; `made` are the answers of a made driver.
    def bout_of(name, made = {})
      contender = MadeCells.contender(name)
      bout = MadeCells.bout(contender: contender)
      @rig = rig([contender], made: made)
      @session = @rig.driver(contender)
      @session.request("load", @rig.load_fields(contender), deadline_s: 20)
      @session.request("open", @rig.open_fields(bout.cell), deadline_s: 20)
      bout
    end

    def refused(bout, iterations)
      assert_raises(Lab::Trial::Disagreement) { trial.call(bout, @session, iterations, PLACE) }.message
    end
  end
end
