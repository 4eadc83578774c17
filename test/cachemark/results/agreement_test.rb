# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::AgreementTest < Minitest::Test
    def between(one, other) = Results::Agreement.between([one].flatten, [other].flatten)

    def test_compares_what_both_have
      before = { "dalli@5.3.2" => { us: 20.0, ratio: 1.0 }, "memcached@1.8.0" => { us: 15.0, ratio: 2.0 }, "socket" => 14.0 }
      after = { "dalli@5.3.2" => { us: 20.0, ratio: 1.02 }, "memcached@1.8.0" => { us: 15.0, ratio: 1.92 },
                "dalli@4.3.10" => 25.0, "socket" => 15.0 }
      found = between(MadeResults.run(before), MadeResults.run(after))

      assert_equal [0.02, -0.04], found.ratios.map { |_, _, change| change.round(4) }
      assert_equal [0.03, 0.04], [found.median, found.worst].map { |one| one.round(4) }
    end

    def test_compares_comparisons
      before, after = [[0.1, "slower", -0.02, "faster"], [0.13, "slower", 0.001, "same"]].map do |get, one, set, other|
        MadeResults.compared([MadeResults.verdict("dalli@5.3.2", "dalli@4.3.10", get, verdict: one),
                              MadeResults.verdict("dalli@5.3.2", "dalli@4.3.10", set, verdict: other, scenario: "client/set")])
      end
      found = between(before, [after, MadeResults.compare("dalli@5.3.2", "pylibmc@1.6.3", 0.1, [0.1, 0.1])])

      assert_equal [2, 1], [found.changes.size, found.confirmed]
      assert_equal [0.03, 0.021], found.distances.map { |one| one.round(4) }
      assert_equal [["5.3.2", "4.3.10", "client/get"], ["5.3.2", "4.3.10", "client/set"]],
                   found.changes.map { |contender, baseline, change| [contender.version, baseline.version, change.scenario] }
    end

    def test_names_each_case_with_two_outcomes
      before, after = [{ "FAIL" => 2 }, { "FAIL" => 1, "HANG" => 1 }].map { |one| MadeResults.check({ "dalli@5.3.2" => one }) }
      found = between(before, after)
      differing = [["interrupt/fail-1", "FAIL", nil], ["interrupt/hang-0", nil, "HANG"]]

      assert_equal [1, differing], [found.checked, found.outcomes.map { |one| one.drop(1) }]
    end

    def test_a_case_that_only_one_could_try_is_no_difference
      before, after = [{ "UNSUPPORTED" => 1, "FAIL" => 1 }, { "PASS" => 1, "HANG" => 1 }].map do |one|
        MadeResults.check({ "dalli@5.3.2" => one })
      end
      found = between(before, after)

      assert_equal [["interrupt/unsupported-0", "UNSUPPORTED", nil]], found.lone.map { |one| one.drop(1) }
      assert_equal [["interrupt/fail-0", "FAIL", nil], ["interrupt/hang-0", nil, "HANG"]],
                   found.outcomes.map { |one| one.drop(1) }
    end

    def test_a_case_that_passed_in_spite_of_a_warning_passed
      before, after = [{ %w[PASS warned] => 1 }, { "PASS" => 1 }].map { |one| MadeResults.check({ "dalli@5.3.2" => one }) }

      assert_empty between(before, after).outcomes
    end

    def test_nothing_in_common_is_no_agreement
      found = between(MadeResults.run({ "dalli@5.3.2" => 20.0 }), [])

      assert_equal [[], nil, nil, 0], [found.ratios, found.median, found.worst, found.checked]
    end
  end
end
