# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Sentences::ComparisonTest < Minitest::Test
    def test_says_what_a_person_would_say
      assert_equal "b is 4.1 % slower than a in get, the same in set and mixed; in 2 of 5 scenarios this run could not tell " \
                   "(it would have detected 1.2 %).",
                   summary(slower("get", 0.041), same("set"), same("mixed"), unresolved("add", 0.009), unresolved("big", 0.012))
    end

    def test_names_the_baseline_once
      assert_equal "b is 4.1 % slower than a in get and 12 % in set, 3.0 % faster in mixed.",
                   summary(slower("get", 0.041), slower("set", 0.123), faster("mixed", -0.03))
      assert_equal "b is 3.0 % faster than a in mixed, the same in set.", summary(same("set"), faster("mixed", -0.03))
    end

    def test_no_difference_is_told_with_its_margin
      assert_equal "b is as fast as a in get, set and mixed (within 1 %).", summary(same("get"), same("set"), same("mixed"))
    end

    def test_what_could_not_be_told_is_never_no_difference
      assert_equal "This run could not tell b from a in get (it would have detected 1.2 %).", summary(unresolved("get", 0.012))
      assert_equal "This run could not tell b from a in 2 of 2 scenarios (3 pairs).",
                   summary(unresolved("get", nil), unresolved("set", nil))
    end

    def test_beyond_half_it_is_no_figure
      assert_equal "This run could not tell b from a in 2 of 2 scenarios (it could detect next to nothing).",
                   summary(unresolved("get", 11.589), unresolved("set", 0.02))
    end

    def test_what_is_invalid_is_told_with_the_reason
      assert_equal "b is as fast as a in get (within 1 %); there is no valid verdict on b in set (wrong reply).",
                   summary(same("get"), verdict("set", "invalid", reason: "wrong reply"))
      assert_equal "There is no valid verdict on b in set (wrong reply).",
                   summary(verdict("set", "invalid", reason: "wrong reply"))
    end

    def test_a_sentence_for_each_contender_and_metric
      lines = summary(same("get"), slower("get", 0.5).with(contender: "c"), slower("get", 0.333).with(metric: "allocations"),
                      same("get").with(metric: "bytes"), faster("get", -0.0004).with(metric: "fastest")).lines(chomp: true)

      assert_equal ["b is as fast as a in get (within 1 %).", "c is 50 % slower than a in get.",
                    "In objects allocated b is 33 % costlier than a in get.", "In bytes on the wire b is the same as a in get.",
                    "In its fastest calls b is 0.04 % faster than a in get."], lines
    end

    def test_nothing_compared_is_nothing_said
      assert_nil summary
    end

    private

    def summary(*verdicts) = Report::Sentences::Comparison.summary(Stats::Comparison.new(run: {}, verdicts: verdicts))
    def slower(label, effect) = verdict(label, "slower", effect: effect)
    def faster(label, effect) = verdict(label, "faster", effect: effect)
    def same(label) = verdict(label, "same", effect: 0.001)
    def unresolved(label, resolution) = verdict(label, "unresolved", resolution: resolution, reason: "3 pairs")

    def verdict(label, word, **members)
      Stats::Verdict.new(contender: "b", baseline: "a", scenario: "client/#{label}", mode: "sync", metric: "wall", label: label,
                         verdict: word, **members)
    end
  end
end
