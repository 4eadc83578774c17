# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PairBudgetTest < Minitest::Test
    # What a budget asks of a PairRunner.
    Runner = Struct.new(:spent, :measured, :disturbed)
    Spent = Lab::PairRunner::Spent

    def setup
      @elapsed_s = 0.0
      @runner = Runner.new(nil, 0, 0.0)
      @dead = []
    end

    def test_deals_as_long_as_another_pair_fits
      budget = budget(for_s: 40)

      assert_equal 39, deal(budget, pair_s: 1.0).size
      assert_operator @elapsed_s, :<=, 40
    end

    def test_the_noise_rides_along
      dealt = deal(budget(for_s: 60), pair_s: 1.0).tally

      assert_in_delta Plan::Order::Rotation::NOISE, dealt["b"].fdiv(dealt["a"]), 0.5
    end

    def test_always_starts_the_first_pair
      assert budget(for_s: 0.001).next
    end

    def test_the_fewest_get_so_many_quads_that_all_fit_and_later_ones_the_most
      budget = budget(for_s: (12 + 12.fdiv(Plan::Order::Rotation::NOISE).ceil) * 2.0 / 0.95)
      spend(1.0, 0.4)
      budget.next

      assert_equal 2, budget.quads
      @runner.measured = 60
      60.times { budget.next }
      assert_equal Plan::Budget::Effort::MOST_QUADS, budget.quads
    end

    def test_shortens_pairs_so_that_the_noise_floor_gets_enough_of_them
      budget = budget(for_s: 48 * 3.0 / 0.95)
      spend(1.0, 0.4)
      budget.next

      assert_equal 5, budget.quads
    end

    # The time is too short for an A/A match of its own pairs. Pairs of one quad would be a start without a measurement.
    def test_a_pair_lasts_as_long_as_its_start_rather_than_be_one_of_many
      budget = budget(for_s: 30)
      spend(0.7, 0.1)
      16.times { budget.next }
      @elapsed_s = 15.0

      assert_equal 7, budget.quads
    end

    def test_measures_more_and_shorter_pairs_in_place_of_disturbed_ones
      budget = budget(for_s: 48 * 3.0 / 0.95)
      spend(1.0, 0.4)
      budget.next
      @runner.disturbed = 16.0

      assert_operator budget.quads, :<, 5
    end

    def test_takes_longer_if_too_few_pairs_were_undisturbed
      quiet = deal(budget(for_s: 40), pair_s: 1.0).size
      setup
      @runner.disturbed = 30.0

      assert_operator deal(budget(for_s: 40), pair_s: 1.0).size, :>, quiet
      assert_operator @elapsed_s, :<=, 50
    end

    def test_refuses_a_budget_that_is_too_small_after_one_round_and_names_the_time
      budget = budget(for_s: 10)
      budget.next
      took(5.0)
      error = assert_raises(Trouble) { 3.times { budget.next && took(5.0) } }

      assert_match(/12 pairs of each comparison do not fit into 10 s\nthey need about --for (\d+)s/, error.message)
      assert_includes 105..165, error.message[/--for (\d+)s/, 1].to_i
    end

    def test_until_the_fewest_are_there_time_is_stretched_by_a_quarter
      dealt = deal(budget(for_s: 14), pair_s: 1.0)

      assert_equal 12, dealt.count("b")
      assert_includes 14..17.5, @elapsed_s
    end

    def test_names_the_needed_time_as_the_value_of_for
      budget = budget(for_s: 6, share: 0.6)
      budget.next
      took(5.0)
      error = assert_raises(Trouble) { 3.times { budget.next && took(5.0) } }

      assert_match(/do not fit into 10 s/, error.message)
      assert_includes 165..270, error.message[/--for (\d+)s/, 1].to_i
    end

    def test_one_slow_pair_at_the_beginning_refuses_nothing
      budget = budget(%w[b c d e], for_s: 60)
      budget.next
      took(2.0)
      2.times { assert budget.next && took(0.5) }
      assert_operator deal(budget, pair_s: 0.5).size, :>, 60
    end

    def test_a_comparison_that_dropped_out_needs_no_time
      @dead = %w[c d]
      budget = budget(%w[b c d], for_s: 18)

      assert_operator deal(budget, pair_s: 1.0).size, :>=, 15
    end

    def test_an_additional_set_may_have_any_number_of_pairs
      assert_equal 2, deal(budget(for_s: 3, fewest: 0), pair_s: 1.0).size
    end

    def test_counts_pairs_that_start_during_the_measured_one
      alone, meanwhile = [1, 0].map do |measured|
        budget = budget(for_s: 20, fewest: 0)
        spend(1.0)
        budget.next
        @runner.measured = measured
        @elapsed_s = 18.5
        budget.next
      end

      assert alone
      assert_nil meanwhile
    end

    def test_nothing_left_is_the_end
      @dead = %w[a b]

      assert_nil budget(for_s: 40).next
    end

    private

    def budget(ids = ["b"], for_s:, **rest)
      matches = [*ids.map { |id| match(id) }, match("a", noise: true)]
      Lab::PairBudget.new(matches, for_s: for_s, random: Random.new(1), runner: @runner, elapsed: -> { @elapsed_s }, **rest,
                                   live: ->(comparison) { !@dead.include?(comparison.id) })
    end

    # Its one comparison bears the contender's name.
    def match(id, noise: false)
      comparison = Plan::Comparison.new(id: id, baseline: nil, contender: nil, noise: noise)
      Plan::Match.new(baseline: "a", contender: id, comparisons: [comparison], noise: noise)
    end

    # Contenders dealt until the end, of pairs that take so long.
    def deal(budget, pair_s:)
      dealt = []
      while (match = budget.next)
        dealt << match.contender
        took(pair_s)
      end
      dealt
    end

    def took(seconds)
      @elapsed_s += seconds
      @runner.measured += 1
      spend(seconds)
    end

    def spend(start_s, quad_s = 1e-6) = @runner.spent = Spent.new(start_s: start_s, quad_s: quad_s)
  end
end
