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

    def test_names_each_case_with_two_outcomes
      before, after = [{ "FAIL" => 2 }, { "FAIL" => 1, "HANG" => 1 }].map { |one| MadeResults.check({ "dalli@5.3.2" => one }) }
      found = between(before, after)
      differing = [["interrupt/fail-1", "FAIL", nil], ["interrupt/hang-0", nil, "HANG"]]

      assert_equal [1, differing], [found.checked, found.outcomes.map { |one| one.drop(1) }]
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
