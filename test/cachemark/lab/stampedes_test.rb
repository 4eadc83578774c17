# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::StampedesTest < Minitest::Test
    include ALab

    RIGHT = MadeStampede.expiry([0, 1, 0], [1, 1, 1], [3, 3, 3])
    WRONG = MadeStampede.expiry([0, 1, 0], [1, 1, 4], [3, 3, 0])

    def test_keeps_the_calls_of_each_cell_in_a_fresh_process
      stampede({ "expiries" => [RIGHT] })

      assert_equal [["c1", "s1.socket threads-9", "threads-9"]],
                   writer.record.stampedes.map { |line| line.values_at("cell", "process", "mode") }
      assert_equal ["s1.socket threads-9"], writer.record.processes.map { |line| line["process"] }
      assert_empty writer.record.failures
    end

    def test_asks_for_what_the_scenario_says
      heard = File.join(folder, "heard")
      stampede({ "expiries" => [RIGHT] }, "heard" => heard)
      requests = File.readlines(heard).map { |line| JSON.parse(line) }
      open, stampede = %w[open stampede].map { |type| requests.find { |one| one["type"] == type } }

      assert_equal [9, 1], [open["workers"].size, open["workers"].uniq.size]
      assert_equal [2] * 5, open["scenario"]["steps"].map { |step| step["ttl"] }
      assert_equal [100_000_000, nil], stampede.values_at("compute_ns", "after_ns")
    end

    def test_a_wrong_value_makes_the_row_invalid
      stampede({ "expiries" => [RIGHT, WRONG], "mismatches" => [{ "step" => 1, "worker" => 2, "actual" => '""' }] })

      assert_equal [["c1", "invalid"]], dropped
      assert_equal 1, writer.record.stampedes.size
    end

    def test_a_lost_driver_fails_the_row
      %w[failed exit].each do |answer|
        stampede(answer)

        assert_equal %w[c1 failed], dropped.last
      end
    end

    # Its times are right.
    def test_a_driver_that_cannot_do_it_says_why_and_the_row_stays
      stampede({ "type" => "not_offered", "reason" => "not offered by this driver: so" })

      assert_empty dropped
      assert_equal [["no_stampede", "c1", "not offered by this driver: so"]],
                   writer.record.events.map { |line| line.values_at("kind", "cell", "message") }
    end

    def test_a_contender_that_makes_no_calls_has_none
      stampede({ "expiries" => [RIGHT] }) { |state| state.proof_kind = "none" }

      assert_empty writer.record.stampedes
    end

    private

    # The stampedes of a cell whose driver answers so; yields the state of the cell.
    def stampede(answer, more = {})
      contender = MadeCells.contender
      cell = MadeCells.cell(contender: contender, scenario: "client/stampede", mode: "sync", id: "c1")
      engine = engine([contender], made: { contender.id => { "stampede" => answer, **more } })
      participants = Lab::Participants.new(engine, [cell])
      yield participants.state(cell) if block_given?
      Lab::Stampedes.new(engine, participants).call
    end

    def dropped = writer.record.failures.map { |line| line.values_at("cell", "status") }
  end
end
