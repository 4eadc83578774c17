# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ComparisonNotesTest < Minitest::Test
    def test_says_for_how_many_verdicts_the_intervals_hold
      assert_includes notes, "intervals hold the truth in all 2 verdicts at once with a probability of at least 99 %"
      assert_includes notes(scenarios: ["client/get"], options: { "alpha" => 0.05 }),
                      "intervals hold the truth with a probability of at least 95 %"
      assert_empty notes(pairs: 3)
    end

    def test_says_that_a_run_that_is_not_pinned_sees_less
      placement = { "placement" => { "name" => "none", "pinned" => false } }

      assert(notes(run: placement).any? { |note| note.include?("sees less than a pinned one") })
      refute(notes.any? { |note| note.include?("pinned") })
    end

    def test_says_what_could_stay_unseen_where_that_is_much
      assert(notes(spread: 0.05).any? { |note| note.match?(/\Aslowdowns under \d+\.\d % could stay unseen/) })
      refute(notes.any? { |note| note.include?("unseen") })
    end

    def test_carries_what_every_report_of_the_run_has_to_say
      assert_includes notes(ending: nil), "the run has not ended: these are its figures so far"
      assert_includes notes(options: { "until" => 0.01 }), Stats::Notes::SEQUENTIAL
    end

    private

    def notes(**options) = MadeComparison.comparison(**options).notes
  end
end
