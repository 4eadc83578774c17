# frozen_string_literal: true

require "test_helper"

# A process that a test leaves running does not reach another test.
class SharedKeeperTest < Minitest::Test
  include MemcachedServer

  def test_ends_the_processes_of_a_test_and_keeps_the_keeper
    left = keeper.spawn(%w[sleep 1000])
    SharedKeeper.sweep

    assert_equal [false, true], [Processes.alive?(left.pid), keeper.alive?]
    assert_same keeper, SharedKeeper.current
  end

  def test_a_keeper_that_a_test_has_ended_is_replaced
    keeper.stop
    another = SharedKeeper.current

    refute_same keeper, another
    assert_predicate another, :alive?
  end
end
