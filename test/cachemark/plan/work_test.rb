# frozen_string_literal: true

require "test_helper"

class PlanWorkTest < Minitest::Test
  Work = Cachemark::Plan::Work

  def test_is_made_of_counters_in_the_servers_own_order
    assert_equal Work.new(hits: 1, misses: 2, sets: 3), Work.of([1, 2, 3] + ([0] * (Work.members.size - 3)))
    assert_equal Work.members, Cachemark::Vocabulary::Operations::COUNTERS.keys
  end

  def test_adds_subtracts_and_multiplies_each_counter
    work = Work.new(hits: 2, delete_hits: 1)
    assert_equal [Work.new(hits: 6, delete_hits: 3), work], [work + (work * 2), (work * 2) - work]
  end

  def test_divides_only_what_is_whole
    assert_equal [Work.new(sets: 2), nil], [Work.new(sets: 6) / 3, Work.new(sets: 6, hits: 1) / 3]
  end

  def test_says_what_it_counts
    assert_equal "3 hits and 1 set", Work.new(hits: 3, sets: 1).in_words
    assert_equal "0 hits, 1 miss and 2 delete misses",
                 Work.new(misses: 1, delete_misses: 2).in_words(%i[hits misses delete_misses])
    assert_equal "nothing", Work.new.in_words
  end

  def test_reads_change_nothing
    assert_equal 4, Work.new(hits: 1, misses: 2, sets: 3, decr_hits: 1).changes
  end

  def test_a_touch_by_meta_command_that_missed_is_no_read
    expected = Work.new(misses: 1, touch_misses: 2)
    assert_equal expected, Work.new(misses: 3).with_touches_of(expected)
    [Work.new(misses: 2), Work.new(misses: 4, touch_misses: 1), expected].each do |work|
      assert_equal work, work.with_touches_of(expected)
    end
  end

  def test_touches_that_count_as_reads_may_be_within_a_range
    least, most = Work.new(misses: 1, touch_misses: 2), Work.new(misses: 2, touch_misses: 4)

    { 3 => [1, 2], 4 => [2, 2], 6 => [2, 4] }.each do |all, (misses, touches)|
      assert_equal Work.new(misses: misses, touch_misses: touches), Work.new(misses: all).with_touches_of(least, most)
    end
    [2, 7].each { |all| assert_equal Work.new(misses: all), Work.new(misses: all).with_touches_of(least, most) }
  end

  def test_names_what_differs
    assert_equal %i[misses sets], Work.new(misses: 1, sets: 1).differing(Work.new(sets: 2))
  end
end
