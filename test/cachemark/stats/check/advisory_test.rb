# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::CheckAdvisoryTest < Minitest::Test
    GET, SET = %w[interrupt/kill-in-get interrupt/kill-in-set].freeze
    OLD, NEW = %w[dalli@1.0 dalli@1.1].freeze

    def test_it_is_shown_if_an_affected_release_is_bad_in_one_case_and_the_fixed_one_is_not
      line = line({ OLD => { GET => "CORRUPT", SET => "FAIL" }, NEW => { GET => "PASS", SET => "PASS" } })

      assert_equal [true, true, nil, GET], [line.shown, line.gone, line.lacks, line.example.case]
      assert_equal [0, true], coded({ OLD => { GET => "CORRUPT" }, NEW => { GET => "NON-STRICT" } })
    end

    def test_a_fixed_release_that_still_shows_it_fails_the_check
      line = line({ OLD => { GET => "CORRUPT" }, NEW => { GET => "FAIL" } })

      assert_equal [true, false, GET], [line.shown, line.gone, line.left.case]
      assert_equal [1, false], coded({ OLD => { GET => "CORRUPT" }, NEW => { GET => "FAIL" } })
    end

    # Another case is bad in both releases, and shows another bug.
    def test_what_is_bad_in_another_case_only_is_something_else
      line = line({ OLD => { GET => "CORRUPT", SET => "PASS" }, NEW => { GET => "PASS", SET => "FAIL" } })

      assert_equal [true, true], [line.shown, line.gone]
    end

    def test_an_affected_release_without_a_bad_outcome_is_not_trusted
      assert_equal [3, false], coded({ OLD => { GET => "PASS" }, NEW => { GET => "PASS" } })
    end

    def test_a_release_that_cannot_run_here_is_unknown_with_the_reason
      facts = ->(own) { line(own).to_h.values_at(:shown, :gone, :lacks) }

      assert_equal [nil, true, "get of k2 returned another key's value"],
                   facts.call({ OLD => { GET => "UNSUPPORTED" }, NEW => { GET => "PASS" } })
      assert_equal [nil, nil, "it was not examined"], facts.call({ "other" => {} })
      assert_equal [0, nil], coded({ OLD => { GET => "UNSUPPORTED" }, NEW => { GET => "UNSUPPORTED" } })
    end

    def test_a_misjudged_control_outranks_everything
      assert_equal 3, check({ OLD => { GET => "CORRUPT" }, NEW => { GET => "PASS" } },
                            controls: [["socket (control)", "socket", "CORRUPT"]]).code
    end

    private

    def line(outcomes) = check(outcomes).advisories.first.lines.first

    # [exit code, whether the advisory is proven]
    def coded(outcomes) = check(outcomes).then { |check| [check.code, check.advisories.first.proven?] }

    def check(outcomes, **more)
      MadeCheck.of(outcomes, run: { "options" => { "advisories" => [MadeCheck.advisory([GET, SET], [OLD, NEW])] } }, **more)
    end
  end
end
