# frozen_string_literal: true

require "test_helper"

class ExperimentsTest < Minitest::Test
  Experiments = Cachemark::Plan::Experiments
  PILOTS = ["pilot", "pilot of get_multi"].freeze

  def test_measures_the_cost_of_a_loop_first
    assert_equal PILOTS, order(2)
  end

  # Ended whenever, it has something of each.
  def test_the_next_is_of_the_condition_that_is_least_far
    assert_equal Experiments::CONDITIONS.map(&:name).sort, order(Experiments::CONDITIONS.size).sort
    [100, 200, 300].each do |count|
      done = order(count).tally
      far = Experiments::CONDITIONS.reject(&:loops).map { |condition| done.fetch(condition.name).fdiv(condition.wanted) }

      assert_operator far.max - far.min, :<=, 1 / 9.0
    end
  end

  def test_ends_when_every_condition_was_met_as_often_as_wanted
    assert_equal Experiments::CONDITIONS.to_h { |condition| [condition.name, condition.wanted] }, order(10_000).tally
  end

  def test_more_than_wanted_is_enough
    assert_nil Experiments.new.next(Experiments::CONDITIONS.to_h { |condition| [condition.name, 1_000] })
  end

  # What the goals are stated for.
  def test_is_large_enough_for_its_claims
    same = Experiments::CONDITIONS.select { |condition| condition.share.zero? && !condition.loops }

    assert_operator same.first.wanted * same.first.cells, :>=, 500
    same.drop(1).each { |condition| assert_operator condition.wanted * condition.cells, :>=, 60, condition.name }
    [0.005, 0.01].each { |share| assert_equal 59, wanted("compare", share) }
    [0.0025, 0.02, 0.03].each { |share| assert_equal 20, wanted("compare", share) }
    assert_equal [20, 10], [wanted("gate", 0.03), wanted("find", 0.02)]
  end

  def test_names_are_unique
    names = Experiments::CONDITIONS.map(&:name)

    assert_equal names.uniq, names
  end

  def test_some_of_it_is_what_the_words_name_with_the_pilots_they_need
    some = Experiments.new.only(["unpinned", "by 2 %"])

    assert_equal [*PILOTS, "slower by 2 %", "one commit of 64 slower by 2 %", "the same code, unpinned"].sort,
                 order(10_000, some).uniq.sort
    assert_equal order(50), order(50, Experiments.new.only([]))
  end

  def test_a_word_that_names_nothing_is_the_users_mistake
    error = assert_raises(Cachemark::Usage) { Experiments.new.only(%w[unpinned unpined]) }

    assert_match(/no condition contains "unpined"\nThere are: pilot; .*the same code, unpinned/, error.message)
  end

  private

  def wanted(kind, share) = Experiments::CONDITIONS.find { |one| [one.kind, one.share, one.loops] == [kind, share, nil] }.wanted

  # Names of so many experiments, one after the other.
  def order(count, campaign = Experiments.new)
    done = Hash.new(0)
    Array.new(count) { campaign.next(done)&.name.tap { |name| done[name] += 1 if name } }.compact
  end
end
