# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PlacingTest < Minitest::Test
    FACTS = { "allowed_cpus" => [0, 1, 2, 3], "core_siblings" => [], "taskset" => true }.freeze

    def test_one_core_where_nothing_is_concurrent
      placement = choose(nil, ["sync"])

      assert_equal ["one-core", nil], [placement.name, placement.note]
    end

    def test_a_concurrent_mode_puts_all_rows_on_two_cores_and_says_so
      placement = choose(nil, %w[sync threads-4 fibers-2])

      assert_equal ["two-core", "placement two-core for all rows, because threads-4, fibers-2 are concurrent"],
                   [placement.name, placement.note]
      refute_equal placement.server_cpus, placement.driver_cpus
    end

    def test_what_the_user_says_counts
      turns = "server and clients take turns on one core (--placement one-core), although threads-4 is concurrent"

      assert_equal ["one-core", turns], choose("one-core", ["threads-4"]).then { |one| [one.name, one.note] }
      assert_equal ["two-core", nil], choose("two-core", ["threads-4"]).then { |one| [one.name, one.note] }
      assert_equal ["spread", false], choose("spread", ["threads-4"]).then { |one| [one.name, one.note.include?("take turns")] }
    end

    def test_on_one_core_there_is_no_other
      placement = choose(nil, ["threads-4"], facts: { "allowed_cpus" => [3] })

      assert_equal "only core 3 is allowed: server, drivers and cachemark share it", placement.note
    end

    def test_what_is_not_pinned_says_only_that
      assert_match(/\ANOT PINNED: taskset is missing/, choose(nil, ["threads-4"], facts: { "taskset" => false }).note)
    end

    def test_an_open_loop_has_two_cores_without_a_word
      placement = choose(nil, ["sync"], open_loop: Plan::OpenLoop.new(rates: [5_000]))

      assert_equal ["two-core", nil], [placement.name, placement.note]
    end

    private

    def choose(asked, modes, facts: {}, **job)
      cells = modes.map { |mode| MadeCells.cell(mode: mode) }
      Lab::Placing.choose(asked, Lab::Job.new(cells: cells, seed: 1, **job), FACTS.merge(facts))
    end
  end
end
