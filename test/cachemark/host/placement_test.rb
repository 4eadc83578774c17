# frozen_string_literal: true

require "test_helper"

class PlacementTest < Minitest::Test
  Host = Cachemark::Host
  TWO = { "allowed_cpus" => [0, 1], "taskset" => true }.freeze

  def test_prefixes_are_argv_arrays
    placement = Host::Placement.choose("two-core", TWO)

    assert_equal [%w[taskset -c 0], %w[taskset -c 1]], [placement.server_argv, placement.driver_argv]
    assert_equal ["taskset", "-c", Host::Placement.list(placement.own_cpus)], placement.own_argv
  end

  def test_an_unknown_name_is_the_users_mistake
    error = assert_raises(Cachemark::Usage) { Host::Placement.choose("onecore", TWO) }

    assert_match(/no placement "onecore"\nDid you mean one-core/, error.message)
  end

  def test_without_taskset_nothing_is_pinned_and_the_note_says_so
    placement = Host::Placement.choose("one-core", TWO.merge("taskset" => false))

    refute placement.pinned
    assert_equal [[], [], []], [placement.server_argv, placement.driver_argv, placement.own_argv]
    assert_equal [0, 1], placement.driver_cpus
    assert_match(/\ANOT PINNED: taskset is missing/, placement.note)
  end

  def test_cores_are_written_as_the_kernel_does
    assert_equal "0-2,5,7-8", Host::Placement.list([8, 5, 0, 1, 2, 7])
    assert_equal "3", Host::Placement.list([3])
  end

  def test_a_machine_that_lets_us_pin_keeps_its_placement
    facts = Host::Machine.facts
    skip "no taskset here" unless facts["taskset"]

    Host::Keeper.start do |keeper|
      placement = Host::Placement.choose("one-core", facts)

      assert_same placement, placement.verified(keeper)
    end
  end

  def test_a_machine_that_forbids_pinning_says_so_in_the_note
    forbidding = Object.new
    def forbidding.run(*, **) = Host::Exit.new(code: 1)
    placement = Host::Placement.choose("one-core", TWO)

    refute placement.verified(forbidding).pinned
    assert_match(/does not let us pin \(taskset ended with exit code 1\)/, placement.verified(forbidding).note)
    assert_match(/could not be moved to cores \(0\)/, placement.pin_self(forbidding))
  end

  def test_moves_a_process_with_all_its_threads
    facts = Host::Machine.facts
    skip "no taskset or one core here" unless facts["taskset"] && facts["allowed_cpus"].size > 1

    Host::Keeper.start do |keeper|
      placement = Host::Placement.choose("one-core", facts)
      child = keeper.spawn(["sleep", "1000"])

      assert_nil placement.pin_self(keeper, pid: child.pid)
      allowed = File.read("/proc/#{child.pid}/status")[/Cpus_allowed_list:\s*(\S+)/, 1]
      assert_equal Host::Placement.list(placement.own_cpus), allowed
    end
  end

  def test_a_process_that_could_not_be_moved_is_told
    skip "no taskset here" unless Host::Machine.facts["taskset"]

    Host::Keeper.start do |keeper|
      gone = keeper.spawn(["true"]).tap(&:wait)

      assert_match(/could not be moved/, Host::Placement.choose("one-core", TWO).pin(keeper, gone.pid, [0]))
    end
  end

  def test_taskset_is_not_taken_at_its_word
    content = Object.new
    def content.run(*, **) = Host::Exit.new(code: 0)
    nowhere = [9999]

    placement = Host::Placement.choose("one-core", TWO)

    assert_match(/could not be moved to cores \(9999\)/, placement.pin(content, Process.pid, nowhere))
  end

  def test_an_unpinned_process_stays_where_it_is
    placement = Host::Placement.choose("one-core", "allowed_cpus" => [0, 1], "taskset" => false)

    assert_nil placement.pin_self(nil)
    assert_same placement, placement.verified(nil)
  end
end
