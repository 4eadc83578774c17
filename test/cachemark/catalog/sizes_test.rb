# frozen_string_literal: true

require "test_helper"

class CatalogSizesTest < Minitest::Test
  Sizes = Cachemark::Catalog::Sizes

  def test_reads_a_size_in_every_form
    assert_equal [100, 10_000, 1_000_000, 1_500, 0], ["100", "10k", "1M", "1.5k", 0].map { |given| Sizes.of(given).fixed }
    assert_equal %w[10k 1500 1M 0], %w[10000 1.5k 1000k 0].map { |text| Sizes.of(text).text }
  end

  def test_reads_several_sizes_from_a_notation_and_from_a_file
    assert_equal ["100+1k"], ["1k+100", [100, "1k"]].map { |given| Sizes.of(given).text }.uniq
    assert_equal ["100:70+1k:30"], ["1000:30+100:70", { "100" => 70, "1k" => 30 }].map { |given| Sizes.of(given).text }.uniq
    assert_nil Sizes.of("100+1k").fixed
  end

  def test_the_shares_of_the_sizes_are_their_weights
    sizes = Sizes.of("100:70+1k:30")
    assert_equal({ 100 => 70, 1_000 => 30 }, Array.new(100) { |at| sizes.at((at + 0.5) / 100) }.tally)
  end

  def test_is_nothing_else
    wrong = ["", "x", "-1", "1+", "1:", "1:0", "1+1", "1.5", "2000M", [], {}, true]
    wrong.each { |given| assert_nil Sizes.of(given), given.inspect }
  end

  # Table and fit of the publication: 44 % of the values have up to 14 bytes.
  def test_a_published_distribution_has_its_quantiles_and_its_source
    etc = Sizes.of("etc")
    sizes = Array.new(100_000) { |at| etc.at((at + 0.5) / 100_000) }

    assert_in_delta 0.44155, sizes.count { |size| size < 15 } / 100_000.0, 0.0001
    assert_in_delta 0.17820, sizes.count(2) / 100_000.0, 0.0001
    assert_equal [0, 40, 532, 1945], [0.001, 0.5, 0.9, 0.99].map { |share| etc.at(share) }
    assert_match(%r{https://doi.org/10.1145/2254756.2254766}, etc.published.source)
    assert_in_delta 1, etc.published.shares.values.sum + 0.55845, 0.0001
  end
end
