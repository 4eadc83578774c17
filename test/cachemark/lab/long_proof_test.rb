# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LongProofTest < Minitest::Test
    include ALab

    def test_is_as_long_as_the_longest_block_and_once
      long_proof, *place = proven("client/get", longest: 40)

      2.times { assert_nil long_proof.once(*place) }
      assert_equal [2, 40], iterations
    end

    def test_ends_after_a_thousand_calls
      { "client/get" => 334, "client/mixed" => 84, "client/multiget" => 1_000 }.each do |scenario, most|
        long_proof, *place = proven(scenario, longest: 20_000)
        assert_nil long_proof.once(*place)

        assert_equal most, iterations.last
      end
    end

    def test_workers_share_the_block_and_not_the_proof
      long_proof, *place = proven("client/get", longest: 40, mode: "threads-4")
      assert_nil long_proof.once(*place)

      assert_equal 10, iterations.last
    end

    def test_what_was_never_timed_needs_none
      long_proof, *place = proven("client/get", longest: 0)
      long_proof.once(*place)

      assert_equal [2], iterations
    end

    def test_a_pass_over_pairs_was_proved_as_a_whole_by_its_blocks
      pairs = MadeCells.scenario("client/get-pairs").over(9)
      { 1 => [1], 30 => [1, 1, 30] }.each do |longest, made|
        long_proof, *place = proven(pairs, longest: longest)
        assert_nil long_proof.once(*place)

        assert_equal made, iterations
      end
    end

    def test_the_ruler_has_nothing_to_prove
      long_proof, *place = proven("client/get", longest: 40, name: "null")
      long_proof.once(*place)

      assert_equal 1, iterations.size
    end

    private

    # A proven cell whose longest block had so many iterations.
    def proven(scenario, longest:, name: "socket", mode: "sync")
      @session&.kill
      bout = MadeCells.bout(contender: name, scenario: scenario, mode: mode)
      rig = rig([bout.cell.contender])
      @session = rig.driver(bout.cell.contender)
      @session.request("load", rig.load_fields(bout.cell.contender, mode), deadline_s: 20)
      proving = Lab::Proving.new(rig: rig, writer: writer)
      assert_nil proving.call(bout, @session, "p1")
      bout.longest = longest
      [Lab::LongProof.new(proving), bout, @session, "p1"]
    end

    def iterations = writer.record.proofs.map { |proof| proof["iterations"] }

    def before_teardown
      super
      @session&.kill
    end
  end
end
