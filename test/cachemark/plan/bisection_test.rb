# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::BisectionTest < Minitest::Test
    SEEDS = (1..20)

    def place(seed, size = 64) = Random.new(seed).rand(1...size)

    # Outcomes of one change at a random place, by whether they name it and nothing else.
    def one_change(ratio, seeds: SEEDS, **settings, &noise)
      seeds.map { |seed| [place(seed), MadeRange.new(64, { place(seed) => ratio }, &noise).search(seed: seed, **settings)] }
           .partition { |at, outcome| outcome.decided? && outcome.found == [[at - 1, at]] }
    end

    def test_two_per_cent_in_one_of_64_is_named_in_few_pairs
      right, wrong = one_change(0.02)
      pairs = right.map { |_, outcome| outcome.pairs }
      assert_operator right.size, :>=, 19, wrong.inspect
      assert_operator pairs.sum / pairs.size, :<=, 300
      assert_operator pairs.max, :<=, 500
    end

    def test_finds_a_change_that_became_cheaper
      assert_operator one_change(-0.02, seeds: 1..20).first.size, :>=, 20
    end

    def test_a_disturbance_in_one_pair_of_twenty_does_not_mislead_it
      disturbed = ->(random) { (random.rand < 0.05 ? 0.1 : MadeRange::PAIR_SD) * MadeRange.normal(random) }
      assert_operator one_change(0.02, seeds: 1..20, &disturbed).first.size, :>=, 20
    end

    def test_a_huge_change_needs_few_pairs
      right, = one_change(2.0, seeds: 1..20)
      assert_equal 20, right.size
      assert_operator right.map { |_, outcome| outcome.pairs }.max, :<=, 100
    end

    def test_nothing_is_found_where_nothing_changed
      outcomes = SEEDS.map { |seed| MadeRange.new(64).search(seed: seed) }
      assert_operator outcomes.count { |outcome| outcome.decided? && outcome.found.empty? }, :>=, 20
    end

    def test_a_change_within_the_margin_is_never_an_answer
      outcomes = (1..20).map { |seed| MadeRange.new(64, { place(seed) => 0.006 }).search(seed: seed) }
      assert_empty outcomes.flat_map(&:found)
      assert(outcomes.all?(&:decided?))
    end

    def test_the_larger_of_two_changes_is_the_answer
      outcomes = (1..20).map { |seed| MadeRange.new(64, { 10 => 0.02, 50 => 0.05 }).search(seed: seed) }
      assert_equal [[[49, 50]]], outcomes.map(&:found).uniq
    end

    def test_of_two_equal_changes_one_is_the_answer
      outcomes = (1..20).map { |seed| MadeRange.new(64, { 10 => 0.03, 50 => 0.03 }).search(seed: seed) }
      assert_empty outcomes.map(&:found).uniq - [[[9, 10]], [[49, 50]]]
    end

    def test_a_cost_that_creeps_up_has_no_step_to_blame
      creeping = (1...64).to_h { |at| [at, 0.0005] }
      outcomes = (1..3).map { |seed| MadeRange.new(64, creeping).search(seed: seed) }
      assert_equal [[]], outcomes.map(&:found).uniq
      assert(outcomes.all? { |outcome| outcome.unlocated.any? })
    end

    def test_every_change_is_found_when_asked_for
      right = (1..6).count do |seed|
        places = (1...64).to_a.sample(3, random: Random.new(seed)).sort
        outcome = MadeRange.new(64, places.zip([0.03, -0.03, 0.02]).to_h).search(seed: seed, all: true)
        outcome.found == places.map { |at| [at - 1, at] }
      end
      assert_equal 6, right
    end

    def test_changes_that_undo_each_other_are_found_although_the_ends_are_the_same
      range = MadeRange.new(64, { 20 => 0.03, 21 => -0.0291262 })
      assert_equal [[], [[19, 20], [20, 21]]], [range.search(seed: 1).found, range.search(seed: 1, all: true).found]
      assert_operator (1..5).count { |seed| MadeRange.new(64).search(seed: seed, all: true).found.empty? }, :>=, 5
    end

    def test_skips_and_reports_positions_that_cannot_be_built
      inside = MadeRange.new(64, { 20 => 0.03 }, broken: [*18..22, 31, 32]).search(seed: 1)
      assert_equal [[17, 23], [18, 19, 20, 21, 22]], [inside.found.first, inside.answer.found.first.skipped]
      ends = MadeRange.new(8, { 3 => 0.03 }, broken: [0, 1, 7]).search(seed: 1)
      assert_equal [[2, 3]], ends.found
      swept = MadeRange.new(16, { 5 => 0.03, 9 => 0.03 }, broken: [5, 8]).search(seed: 1, all: true)
      assert_equal [[4, 6], [7, 9]], swept.found
    end

    def test_nothing_can_be_said_of_fewer_than_two
      alone = MadeRange.new(4, { 2 => 0.03 }, broken: [0, 1, 3]).search(seed: 1)
      assert_equal "fewer than two of 4 could be measured", alone.answer.reason
      assert_equal [[0, 1]], MadeRange.new(2, { 1 => 0.03 }).search(seed: 1).found
    end

    def test_a_budget_that_ends_leaves_it_undecided_and_says_where
      whole = MadeRange.new(64, { 20 => 0.02 }).search(seed: 1).pairs
      outcome = MadeRange.new(64, { 20 => 0.02 }).search(seed: 1, most_pairs: whole - 9)
      assert_equal [whole - 9, "#{whole - 9} pairs were measured and more are needed"], [outcome.pairs, outcome.answer.reason]
      assert_equal [19, 20], [outcome.answer.from, outcome.answer.to]
      swept = MadeRange.new(64, { 20 => 0.5 }).search(seed: 1, all: true, most_pairs: 200)
      assert_equal [false, [[19, 20]]], [swept.decided?, swept.found]
    end

    def test_ends_that_differ_by_the_margin_itself_are_no_answer
      outcomes = (1..10).map { |seed| MadeRange.new(2, { 1 => 0.0095 }).search(seed: seed) }
      assert_includes outcomes.map { |outcome| outcome.decided? ? "" : outcome.answer.reason }.join, "so nearly the margin"
      found = outcomes.select(&:decided?).flat_map { |outcome| outcome.answer.found }
      assert(found.all? { |each| each.effects.sum / each.effects.size > Math.log(1.01) }, "the fresh pairs exceeded it by chance")
    end

    def test_a_search_goes_on_from_what_it_has_measured
      range = MadeRange.new(64, { 20 => 0.02 })
      broken_off = range.search(seed: 1, most_pairs: 90)
      resumed = range.search(seed: 2, known: broken_off)
      assert_equal [[19, 20]], resumed.found
      assert_equal broken_off.measurements, resumed.measurements.first(broken_off.measurements.size)
    end

    def test_figures_without_noise_are_decided_at_once
      range = MadeRange.new(64, { 20 => 0.02 }, sd: 0.0)
      assert_equal [[[19, 20]], 6 * ((2 * 6) + 1) + 11], [range.search(seed: 1).found, range.search(seed: 1).pairs]
      assert_equal [[[19, 20]]] * 2, [range.search(seed: 1, margin: 0.0).found, range.search(seed: 1, all: true).found]
    end

    def test_the_answer_rests_on_fresh_pairs_alone
      outcome = MadeRange.new(64, { 20 => 0.02 }).search(seed: 1)
      again = outcome.measurements.select(&:retest)
      assert_equal again.flat_map(&:effects), outcome.answer.found.first.effects
      assert_equal [[19, 20]], again.map { |measured| [measured.from, measured.to] }.uniq
    end

    # Such a pair moves neither the clamped mean nor the search, but the interval of the report contains 0.
    def test_a_step_is_not_named_while_the_interval_of_its_retest_contains_no_change
      step = ->(effects, **more) { Plan::Bisection::Measured.new(from: 0, to: 1, effects: effects, **more) }
      disturbed = [0.04, 0.05, 0.06, -0.02, 0.21, 0.05]
      bisection = Plan::Bisection.new(size: 2, margin: 0.01)
      found = bisection.next([step.call([0.05, 0.051] * 12), step.call(disturbed, retest: true)])

      assert_equal Plan::Bisection::Measure.new(from: 0, to: 1, pairs: 5, retest: true), found
      steady = step.call([0.05, 0.06, 0.04, 0.05] * 4, retest: true)
      assert_equal [[0, 1]], bisection.next([step.call([0.05, 0.051] * 12), step.call(disturbed, retest: true), steady])
                                      .found.map { |one| [one.from, one.to] }
    end

    def test_a_second_retest_needs_more_evidence_than_the_first
      step = ->(from, **more) { Plan::Bisection::Measured.new(from: from, to: from + 1, effects: [0.05, 0.051] * 12, **more) }
      failed = Plan::Bisection::Measured.new(from: 0, to: 1, effects: [0.0, 0.001] * 12, retest: true)
      searched = [step.call(0), step.call(1), step.call(0, retest: true), step.call(1, retest: true)]
      again = Plan::Bisection.new(size: 3, margin: 0.01, all: true)

      assert_equal [0.005, 0.01 / 6], again.next(searched).found.map(&:alpha)
      assert_equal 12, again.next([step.call(0), step.call(1), failed]).pairs
    end

    # The first pairs of the wrong half, as a machine that was busy then would give them.
    def test_an_answer_that_is_not_confirmed_sends_it_back
      misled = [[0, 7, 0.03], [0, 3, 0.03], [3, 7, 0.0], [0, 1, 0.0], [1, 3, 0.03], [1, 2, 0.03], [2, 3, 0.0]]
      measurements = misled.map do |from, to, effect|
        Plan::Bisection::Measured.new(from: from, to: to, effects: [1, -1, 1.5, -1.5, 2, -2].map { |off| effect + (off / 1000) })
      end
      known = MadeRange::Outcome.new(skipped: [], measurements: measurements)
      outcome = MadeRange.new(8, { 5 => 0.03 }).search(seed: 1, known: known)
      assert_includes outcome.measurements.select(&:retest).map { |measured| [measured.from, measured.to] }, [1, 2]
      assert_equal [[4, 5]], outcome.found
    end
  end
end

module Cachemark
  class Plan::Bisection::GroundTest < Minitest::Test
    def positions(*skipped, size: 10) = Plan::Bisection::Positions.new(size: size, skipped: skipped)

    def test_halves_meet_in_the_middle_that_can_be_built
      assert_equal [[0, 4], [4, 9]], positions.halves([0, 9])
      assert_equal [[0, 6], [6, 9]], positions(3, 4, 5).halves([0, 9])
    end

    def test_a_later_skip_moves_no_middle
      middles = [[], [1], [1, 8], [1, 3, 8]].map { |skipped| positions(*skipped).halves([0, 9]).first.last }
      assert_equal [4], middles.uniq
    end

    def test_a_step_has_nothing_in_it_that_can_be_built
      assert_equal [true, false, true], [positions.step?([2, 3]), positions.step?([2, 4]), positions(3).step?([2, 4])]
      assert_equal [[0, 3], [3, 4]], positions(1, 2).steps([0, 4])
      assert_equal [[1, 8], [3]], [positions(0, 9, 3).whole, positions(0, 9, 3).missing([2, 4])]
    end
  end
end
