# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PairTest < Minitest::Test
    include ALab

    def test_two_fresh_processes_of_a_match
      pair = launch(%w[a b])

      assert_equal %w[p7a.a p7b.b], pair.arms.map(&:process)
      assert_equal({ "baseline" => "a", "contender" => "b" }, pair.by_name.transform_values(&:lane))
      assert_equal 2, pair.arms.map { |arm| arm.session.pid }.uniq.size
      pair.close
      assert Processes.eventually { pair.arms.none? { |arm| Processes.alive?(arm.session.pid) } }
    end

    def test_the_same_code_twice_is_two_processes
      pair = launch(%w[a a])

      assert_equal %w[p7a.a p7b.a], pair.arms.map(&:process)
      pair.close
    end

    def test_both_serve_the_mode_of_the_match
      pair = launch(%w[a b], mode: "threads-4")

      assert_equal ["p7a.a threads-4", "p7b.b threads-4"], pair.arms.map(&:process)
      pair.close
    end

    def test_one_that_does_not_come_up_leaves_the_other
      pair = launch(%w[a b], made: { "b" => { hello: "exit" } })

      assert_equal [nil, String], pair.arms.map { |arm| arm.reason&.class }
      pair.close
    end

    private

    def launch(ids, mode: "sync", **made)
      contenders = ids.map { |id| MadeCells.contender.with(id: id) }
      cells = contenders.map { |contender| MadeCells.cell(contender: contender, mode: mode) }
      comparison = Plan::Comparison.new(id: "v1", baseline: cells.first, contender: cells.last)
      match = Plan::Match.new(baseline: contenders.first, contender: contenders.last, comparisons: [comparison])
      Lab::Pair.launch(rig(contenders.uniq, **made), match, 7)
    end
  end
end
