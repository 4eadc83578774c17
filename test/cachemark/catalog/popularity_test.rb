# frozen_string_literal: true

require "test_helper"

class CatalogPopularityTest < Minitest::Test
  Popularity = Cachemark::Catalog::Popularity

  def sequence(text, count: 100, seed: 1) = Popularity.new(text: text, count: count, seed: seed).sequence

  def test_each_key_is_used_as_often_as_zipfs_law_says
    calls = sequence("zipf-1").tally
    sum = (1..100).sum { |rank| 1.0 / rank }

    [1, 2, 3, 10].each { |rank| assert_in_delta 500 / rank / sum, calls[rank - 1], 1 }
    assert_equal 500, calls.values.sum
  end

  def test_uniform_uses_all_equally_often
    assert_equal [5], sequence("uniform").tally.values.uniq
  end

  def test_the_order_depends_on_the_seed_alone
    assert_equal sequence("zipf-0.99"), sequence("zipf-0.99")
    assert_equal sequence("zipf-0.99").sort, sequence("zipf-0.99", seed: 2).sort
    refute_equal sequence("zipf-0.99"), sequence("zipf-0.99", seed: 2)
    refute_equal sequence("zipf-0.99").sort, sequence("zipf-0.99")
  end

  def test_absent_keys_have_their_share_of_the_calls
    popularity = Popularity.new(text: "zipf-0.99", count: 1_000, seed: 1)
    calls = popularity.sequence.tally

    [0.0, 0.5, 0.9, 1.0].each do |ratio|
      assert_in_delta 500 * (1 - ratio), popularity.absent(ratio).sum { |key| calls[key] }, 0.1, ratio
    end
  end
end
