# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::Bisection::EvidenceTest < Minitest::Test
    SPAN = [0, 4].freeze

    def measured(effects, from: 0, to: 4, **more) = Plan::Bisection::Measured.new(from: from, to: to, effects: effects, **more)

    def evidence(*measured) = Plan::Bisection::Evidence.new(measured)

    def normal(count, seed)
      random = Random.new(seed)
      Array.new(count) { 0.01 * MadeRange.normal(random) }
    end

    def test_knows_nothing_without_pairs
      nothing = evidence(measured([]))
      assert_equal [0, nil, Float::INFINITY, Float::INFINITY],
                   [nothing.pairs(SPAN), nothing.estimate(SPAN), nothing.half_width(SPAN, 0.01), nothing.error(SPAN)]
      assert_equal Float::INFINITY, evidence(measured([0.1])).half_width(SPAN, 0.01)
    end

    def test_pools_pairs_of_one_span_and_keeps_retests_separate
      both = evidence(measured([0.01]), measured([0.03]), measured([0.5, 0.5], retest: true))
      assert_equal [2, 0.02, 2, 0.5], [both.pairs(SPAN), both.estimate(SPAN).round(9), both.pairs([0, 4, :retest]),
                                       both.estimate([0, 4, :retest])]
    end

    def test_one_wild_pair_moves_it_little
      wild = evidence(measured([*normal(11, 1), 1.0]))
      assert_operator wild.estimate(SPAN).abs, :<, 0.01
    end

    def test_other_spans_lend_what_they_know_of_the_noise
      alone = measured([0.0, 0.0001])
      borrowed = evidence(alone, measured(normal(30, 2), from: 4, to: 8))
      assert_operator borrowed.error(SPAN), :>, 50 * evidence(alone).error(SPAN)
      assert_operator borrowed.half_width(SPAN, 0.01), :<, 0.06
    end

    # Looked at after each pair up to 100, a fixed interval would be wrong in more than 20 of 200.
    def test_the_interval_holds_however_often_it_is_looked_at
      wrong = (1..200).count do |seed|
        effects = normal(100, seed)
        (6..100).step(4).any? do |count|
          evidence(measured(effects.first(count))).then { |own| own.estimate(SPAN).abs > own.half_width(SPAN, 0.05) }
        end
      end
      assert_operator wrong, :<=, 16
    end
  end
end
