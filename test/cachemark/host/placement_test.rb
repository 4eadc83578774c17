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

  def test_each_core_can_hold_everything
    placements = Host::Placement.choose("one-core", TWO).each_core

    assert_equal [[[0]] * 3, [[1]] * 3], placements.map { |one| [one.server_cpus, one.driver_cpus, one.own_cpus] }
    assert_equal [%w[taskset -c 0], %w[taskset -c 1]], placements.map(&:own_argv)
  end

  def test_an_unknown_name_is_a_usage_error
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

  def test_a_process_that_could_not_be_moved_is_reported
    skip "no taskset here" unless Host::Machine.facts["taskset"]

    Host::Keeper.start do |keeper|
      gone = keeper.spawn(["true"]).tap(&:wait)

      assert_match(/could not be moved/, Host::Placement.choose("one-core", TWO).pin(keeper, gone.pid, [0]))
    end
  end

  def test_the_exit_code_of_taskset_is_not_enough
    content = Object.new
    def content.run(*, **) = Host::Exit.new(code: 0)
    nowhere = [9999]

    placement = Host::Placement.choose("one-core", TWO)

    assert_match(/could not be moved to cores \(9999\)/, placement.pin(content, Process.pid, nowhere))
  end

  def test_an_unpinned_process_stays_where_it_is
    placement = Host::Placement.choose("one-core", { "allowed_cpus" => [0, 1], "taskset" => false })

    assert_nil placement.pin_self(nil)
    assert_same placement, placement.verified(nil)
  end

  # Which cores a name means.
  class Cores < Minitest::Test
    PAIRED = [[0, 1], [2, 3]].freeze

    # Name, allowed cores and their hyperthreads => cores of server, drivers and Cachemark.
    CHOSEN = {
      ["one-core", [0, 1]] => [[1], [1], [0]], ["one-core", (0..7).to_a] => [[4], [4], [0, 1, 2, 3, 5, 6, 7]],
      ["one-core", [6, 3]] => [[6], [6], [3]], ["two-core", [3, 6]] => [[3], [6], [3, 6]],
      ["one-core", [0, 1, 2, 3], PAIRED] => [[2], [2], [0, 1]], ["one-core", [0, 1], [[0, 1]]] => [[1], [1], [0]],
      ["two-core", [0, 1, 2, 3], PAIRED] => [[1], [2], [0, 3]], ["two-core", [0, 1, 2, 3]] => [[1], [2], [0, 3]],
      ["two-core", [0, 1]] => [[0], [1], [0, 1]], ["spread", [0, 1, 2, 3]] => [[2], [0, 1, 3], [0, 1, 3]]
    }.freeze
    NOTES = { ["two-core", [0, 1]] => /no core is left for cachemark itself/,
              ["spread", [0, 1, 2, 3]] => /rows repeat badly/ }.freeze

    def test_only_allowed_cores_are_used_and_cachemark_keeps_off_the_measured_ones_and_their_hyperthreads
      assert_equal CHOSEN, CHOSEN.to_h { |words, _| [words, cores(placement(*words))] }
      NOTES.each { |words, note| assert_match note, placement(*words).note }
      assert_nil placement("one-core", [0, 1]).note
    end

    def test_a_single_core_is_shared_by_all_and_the_note_says_so
      %w[one-core two-core spread].each do |name|
        placement = placement(name, [5])

        assert_equal [[5], [5], [5], true], [*cores(placement), placement.pinned]
        assert_equal "only core 5 is allowed: server, drivers and cachemark share it", placement.note
      end
    end

    def test_unpinned_lets_everything_run_anywhere_and_says_so
      [[0, 1], [5]].each do |allowed|
        placement = placement("unpinned", allowed)

        assert_equal [allowed, allowed, allowed, false], [*cores(placement), placement.pinned]
        assert_equal [[], [], []], [placement.server_argv, placement.driver_argv, placement.own_argv]
        assert_equal "NOT PINNED: that was asked for; differences below 40 % mean nothing", placement.note
      end
    end

    def test_where_nothing_is_timed_everything_runs_anywhere_without_a_note
      placement = Cachemark::Host::Placement.free({ "allowed_cpus" => [0, 1, 2] })

      assert_equal [[0, 1, 2], [0, 1, 2], [0, 1, 2], false, nil], [*cores(placement), placement.pinned, placement.note]
    end

    private

    def placement(name, allowed, siblings = nil)
      Cachemark::Host::Placement::Cores.new("allowed_cpus" => allowed, "core_siblings" => siblings).placement(name)
    end

    def cores(placement) = [placement.server_cpus, placement.driver_cpus, placement.own_cpus]
  end

  # Which cores the modes of a run need.
  class Concurrent < Minitest::Test
    FACTS = { "allowed_cpus" => [0, 1, 2, 3], "core_siblings" => [], "taskset" => true }.freeze

    def test_one_core_where_nothing_is_concurrent
      placement = choose(nil)

      assert_equal ["one-core", nil], [placement.name, placement.note]
    end

    def test_a_concurrent_mode_puts_all_rows_on_two_cores_and_says_so
      placement = choose(nil, concurrent: %w[threads-4 fibers-2])

      assert_equal ["two-core", "placement two-core for all rows, because threads-4, fibers-2 are concurrent"],
                   [placement.name, placement.note]
      refute_equal placement.server_cpus, placement.driver_cpus
    end

    def test_the_users_word_counts
      turns = "server and clients take turns on one core (placement=one-core), although threads-4 is concurrent"
      asked = %w[one-core two-core spread].map { |name| choose(name, concurrent: ["threads-4"]) }

      assert_equal [["one-core", turns], ["two-core", nil]], asked.first(2).map { |placement| [placement.name, placement.note] }
      assert_equal ["spread", false], [asked.last.name, asked.last.note.include?("take turns")]
    end

    def test_on_one_core_there_is_no_other
      placement = choose(nil, { "allowed_cpus" => [3] }, concurrent: ["threads-4"])

      assert_equal "only core 3 is allowed: server, drivers and cachemark share it", placement.note
    end

    def test_the_note_of_an_unpinned_run_says_only_that
      assert_match(/\ANOT PINNED: taskset is missing/, choose(nil, { "taskset" => false }, concurrent: ["threads-4"]).note)
    end

    def test_an_open_loop_has_two_cores_without_a_note
      placement = choose(nil, open_loop: true)

      assert_equal ["two-core", nil], [placement.name, placement.note]
    end

    def test_a_network_gets_a_core_that_is_not_measured
      two = { "allowed_cpus" => [0, 1] }
      threads = { concurrent: ["threads-4"], network: true }
      placements = [choose(nil, two, network: true), choose(nil, two, **threads), choose(nil, **threads)]

      assert_equal %w[one-core one-core two-core], placements.map(&:name)
      assert(placements.all?(&:spare_core?))
      assert_equal "unpinned", choose("unpinned", two, network: true).name
    end

    def test_where_no_core_is_left_for_a_network_it_is_refused
      one, two = [3], [0, 1]
      refusals = { [nil, one] => /only core 3 is allowed/, ["unpinned", one] => /only core 3 is allowed/,
                   ["two-core", two] => /placement=two-core leaves none\n--with placement=one-core/,
                   ["spread", two] => /placement=spread leaves none/ }
      refusals.each do |(asked, cpus), words|
        error = assert_raises(Cachemark::Usage) { choose(asked, { "allowed_cpus" => cpus }, network: true) }

        assert_match(/\Artt= and bandwidth= need a core that is not measured: .*#{words}/, error.message)
      end
    end

    private

    def choose(asked, facts = {}, **modes) = Cachemark::Host::Placement.choose(asked, FACTS.merge(facts), **modes)
  end
end
