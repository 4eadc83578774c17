# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::QuotaTest < Minitest::Test
    def test_iterations_are_split_over_six_processes_and_none_is_lost
      assert_equal [4, 4, 3, 3, 3, 3], Plan::Quota.processes(20)
    end

    def test_fewer_iterations_than_processes_take_fewer_processes
      assert_equal [1, 1], Plan::Quota.processes(2)
    end

    def test_blocks_add_up_and_differ_by_one_at_most
      blocks = Plan::Quota.blocks(1667, 40)

      assert_equal [40, 1667], [blocks.size, blocks.sum]
      assert_operator blocks.max - blocks.min, :<=, 1
    end

    def test_never_more_blocks_than_iterations
      assert_equal [1, 1, 1], Plan::Quota.blocks(3, 40)
    end
  end
end
