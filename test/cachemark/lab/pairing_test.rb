# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PairingTest < Minitest::Test
    include AContest

    def test_takes_match_after_match_until_there_is_none
      pairing = pairing(%w[a b])
      call(pairing, 3)

      assert_equal [1, 2, 3], writer.record.pairs.map { |line| line["pair"] }
      assert_equal 3, pairing.measured
      assert_operator pairing.spent.start_s, :>, 0
      assert_operator pairing.spent.quad_s, :>, 0
    end

    def test_no_process_serves_two_pairs_and_none_is_left
      pids = []
      live.at(:pair) { pids |= driver_pids }
      call(pairing(%w[a b], made: %w[a b].to_h { |id| [id, QUIET.merge(heard: File.join(folder, "heard"))] }), 2)

      assert_equal 4, pids.size
      assert_equal 4, writer.record.processes.map { |line| line["process"] }.uniq.size
      assert Processes.eventually { pids.none? { |pid| Processes.alive?(pid) } }
    end

    def test_the_next_ones_start_beside_where_there_is_room
      skip "one core, or no taskset" unless FACTS["taskset"] && FACTS["allowed_cpus"].size > 1

      placement = Host::Placement.choose("one-core", FACTS)
      cells = cells(%w[a b])
      environments = made_rig(cells).environments
      rig = Lab::Rig.new(keeper: keeper, ring: Host::Ring.new([memcached]), placement: placement, environments: environments,
                         logs: folder)
      asked = []
      live.at(:pair) { asked << @asked }
      call(pairing(%w[a b], cells: cells, rig: rig), 3)

      assert_equal [2, 3, 4], asked
      assert_equal 3, writer.record.pairs.size
    end

    def test_numbers_go_on_where_the_record_stopped
      writer.add("process", pair: 41, process: "p41a.a")
      call(pairing(%w[a b]), 1)

      assert_equal [42], writer.record.pairs.map { |line| line["pair"] }
    end

    def test_a_match_whose_cells_are_out_ends_it
      pairing = pairing(%w[a b], made: { "b" => { hello: "exit" } })
      call(pairing, 5)

      assert_equal [[], nil, 1], [writer.record.pairs, pairing.spent, pairing.measured]
    end

    def test_a_wish_to_end_ends_it_after_the_pair
      live.at(:pair) { interrupt }
      call(pairing(%w[a b]), 5)

      assert_equal 1, writer.record.pairs.size
    end

    def test_every_pair_is_told_with_what_is_known_by_then
      call(pairing(%w[a b]), 2)

      assert_equal [1, 2], live.of(:pair).map { |facts| facts[:number] }
      assert_equal [["unresolved"]] * 2, live.of(:verdicts).map { |facts| facts[:verdicts].call.map(&:verdict) }
    end

    def test_the_set_is_that_of_the_call
      pairing = pairing(%w[a b])
      call(pairing, 1)
      call(pairing, 1, set: 2)

      assert_equal [[1, 1], [2, 2]], writer.record.pairs.map { |line| line.values_at("pair", "set") }
    end

    private

    def pairing(ids, made: {}, cells: cells(ids), rig: made_rig(cells, made: made))
      cells.each { |cell| writer.add("cell", cell.facts) }
      @match = Plan::Match.of(cells).first
      @match.comparisons.each { |comparison| writer.add("comparison", comparison.facts) }
      Lab::Pairing.new(rig: rig, roster: roster(cells), writer: writer, live: live, stop: stop, clock: clock,
                       random: Random.new(1))
    end

    # So many pairs of the one match.
    def call(pairing, count, **set)
      @asked = 0
      pairing.call(quads: -> { 1 }, **set) { @match if (@asked += 1) <= count }
    end

    def driver_pids
      Dir.glob("/proc/[0-9]*/cmdline").select { |path| read(path).include?(folder) && read(path).include?("made_driver") }
         .map { |path| path[/\d+/].to_i }
    end

    def read(path)
      File.read(path)
    rescue SystemCallError
      ""
    end
  end
end
