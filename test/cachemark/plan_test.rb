# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::ComparisonTest < Minitest::Test
    def test_the_record_keeps_which_cells_meet
      one, other = %w[c1 c2].map { |id| MadeCells.cell(id: id, scenario: "client/set") }
      comparison = Plan::Comparison.new(id: "v1", baseline: one, contender: other)

      assert_equal({ "comparison" => "v1", "baseline" => "c1", "contender" => "c2", "scenario" => "client/set",
                     "mode" => "sync", "noise" => false }, comparison.facts)
      assert_equal [one, other], comparison.cells
      assert_equal ["set", "set (threads-4)"],
                   [comparison, comparison.with(baseline: one.with(mode: "threads-4"))].map(&:title)
    end
  end
end

class PlanPositionTest < Minitest::Test
  def test_a_record_keeps_its_place_and_its_names
    position = Cachemark::Plan::Position.new(number: 3, contender: MadeCells.contender, name: "1.2", subject: "Spin")

    assert_equal({ "position" => 3, "contender" => "socket", "name" => "1.2", "subject" => "Spin" }, position.facts)
    assert_predicate position, :frozen?
  end
end

module Cachemark
  class Plan::PaceTest < Minitest::Test
    def test_a_block_is_about_ten_milliseconds
      assert_equal 100, Plan::Pace.iterations(100_000)
    end

    def test_a_block_holds_one_iteration_at_least_and_a_bounded_number_at_most
      assert_equal 1, Plan::Pace.iterations(1e9)
      assert_equal Plan::Pace::MOST, Plan::Pace.iterations(0)
    end

    def test_every_worker_of_a_block_has_the_same_to_do
      assert_equal 96, Plan::Pace.iterations(100_000, hands: 16)
      assert_equal [16, 16], [1e6, 1e9].map { |iteration_ns| Plan::Pace.iterations(iteration_ns, hands: 16) }
      assert_equal 19_998, Plan::Pace.iterations(0, hands: 9)
    end

    def test_a_batch_is_about_half_a_millisecond_and_never_longer_than_its_block
      assert_equal 5, Plan::Pace.batch(100_000, 100)
      assert_equal 3, Plan::Pace.batch(100_000, 3)
      assert_equal 1, Plan::Pace.batch(5_000_000, 2)
    end
  end
end
