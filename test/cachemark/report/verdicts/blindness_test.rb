# frozen_string_literal: true

require "test_helper"

class VerdictsBlindnessTest < Minitest::Test
  def test_says_what_would_pass_in_each_cell_that_may_have_got_slower
    assert_equal ["a slowdown under 0.8 % in mixed would pass", "a slowdown under 2.0 % in missing would pass",
                  "nothing is known of multiget: wrong value for key k1"],
                 of(*MadeVerdicts.comparison.verdicts)
  end

  def test_what_is_counted_is_seen_whole
    assert_empty of(MadeVerdicts.same(metric: "allocations", resolution: 0.0))
  end

  def test_several_contenders_are_told_apart
    assert_equal ["dalli@3.2.8: a slowdown under 0.8 % in mixed would pass", "b: a slowdown under 0.8 % in mixed would pass"],
                 of(MadeVerdicts.same, MadeVerdicts.same(contender: "b"))
  end

  def test_too_few_pairs_see_nothing
    [Float::INFINITY, 11.59].each do |resolution|
      assert_equal ["next to nothing could be seen in mixed"], of(MadeVerdicts.same(resolution: resolution))
    end
  end

  private

  def of(*verdicts) = Cachemark::Report::Verdicts::Blindness.sentences(verdicts)
end
