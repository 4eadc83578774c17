# frozen_string_literal: true

require "test_helper"

class CoresTest < Minitest::Test
  def test_one_core_takes_the_middle_one_and_cachemark_keeps_off
    assert_equal [[1], [1], [0]], cores("one-core", [0, 1])
    assert_equal [[4], [4], [0, 1, 2, 3, 5, 6, 7]], cores("one-core", (0..7).to_a)
  end

  def test_only_allowed_cores_are_used
    assert_equal [[6], [6], [3]], cores("one-core", [6, 3])
    assert_equal [[3], [6], [3, 6]], cores("two-core", [3, 6])
  end

  def test_cachemark_keeps_off_the_hyperthread_of_the_measured_core
    assert_equal [[2], [2], [0, 1]], cores("one-core", [0, 1, 2, 3], [[0, 1], [2, 3]])
    assert_equal [[1], [1], [0]], cores("one-core", [0, 1], [[0, 1]])
  end

  def test_two_core_avoids_one_core_posing_as_two
    assert_equal [[1], [2], [0, 3]], cores("two-core", [0, 1, 2, 3], [[0, 1], [2, 3]])
    assert_equal [[1], [2], [0, 3]], cores("two-core", [0, 1, 2, 3])
  end

  def test_two_core_on_two_cores_leaves_none_for_cachemark
    placement = placement("two-core", [0, 1])

    assert_equal [[0], [1], [0, 1]], [placement.server_cpus, placement.driver_cpus, placement.own_cpus]
    assert_match(/no core is left for cachemark itself/, placement.note)
  end

  def test_spread_gives_the_drivers_everything_but_the_servers_core
    assert_equal [[2], [0, 1, 3], [0, 1, 3]], cores("spread", [0, 1, 2, 3])
    assert_match(/rows repeat badly/, placement("spread", [0, 1, 2, 3]).note)
  end

  def test_a_single_core_is_shared_by_all_and_the_note_says_so
    %w[one-core two-core spread].each do |name|
      placement = placement(name, [5])

      assert_equal [[5], [5], [5], true], [placement.server_cpus, placement.driver_cpus, placement.own_cpus, placement.pinned]
      assert_equal "only core 5 is allowed: server, drivers and cachemark share it", placement.note
    end
  end

  def test_unpinned_lets_everything_run_anywhere_and_says_so
    [[0, 1], [5]].each do |allowed|
      placement = placement("unpinned", allowed)

      assert_equal [allowed, allowed, allowed, false],
                   [placement.server_cpus, placement.driver_cpus, placement.own_cpus, placement.pinned]
      assert_equal [[], [], []], [placement.server_argv, placement.driver_argv, placement.own_argv]
      assert_equal "NOT PINNED: that was asked for; differences below 40 % mean nothing", placement.note
    end
  end

  def test_a_placement_with_nothing_to_say_has_no_note
    assert_nil placement("one-core", [0, 1]).note
  end

  private

  def placement(name, allowed, siblings = nil)
    Cachemark::Host::Placement::Cores.new("allowed_cpus" => allowed, "core_siblings" => siblings).placement(name)
  end

  def cores(...)
    chosen = placement(...)
    [chosen.server_cpus, chosen.driver_cpus, chosen.own_cpus]
  end
end
