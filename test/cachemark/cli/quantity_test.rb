# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::QuantityTest < Minitest::Test
    Quantity = CLI::Quantity

    def test_reads_times
      assert_equal [40.0, 120.0, 5400.0], %w[40s 2m 1.5h].map { |text| Quantity.duration("--for", text) }
    end

    def test_refuses_times_that_make_no_sense
      %w[30 0s -1s 1d forever 1e9s 200h].each { |text| assert_refused { Quantity.duration("--for", text) } }
    end

    def test_reads_shares
      assert_in_delta 0.005, Quantity.share("--until", "0.5%")
    end

    def test_nothing_at_all_is_a_share_where_it_has_a_meaning
      assert_equal [0.0] * 4, ["0", "0%", "0.0", "00.0%"].map { |text| Quantity.share("--threshold", text, zero: true) }
      assert_in_delta 0.01, Quantity.share("--threshold", "1%", zero: true)
      assert_match(/not 0 or a share/, assert_raises(Usage) { Quantity.share("--threshold", "0.5", zero: true) }.message)
    end

    def test_refuses_shares_that_make_no_sense
      %w[1 0% 90% x% -1%].each { |text| assert_refused { Quantity.share("--until", text) } }
    end

    def test_reads_counts
      assert_equal [20, 10_000], %w[20 10_000].map { |text| Quantity.count("--iterations", text) }
    end

    def test_refuses_zero_negative_and_absurd_counts
      ["0", "-3", "1.5", "ten", "", "9" * 30].each { |text| assert_refused { Quantity.count("--iterations", text) } }
    end

    def test_reads_addresses
      assert_equal ["127.0.0.1", 11_211], Quantity.address("--server", "127.0.0.1:11211")
      assert_equal ["::1", 11_211], Quantity.address("--server", "[::1]:11211")
    end

    def test_refuses_what_is_no_address
      ["localhost", "host:0", "host:70000", "a b:1", ":1"].each { |text| assert_refused { Quantity.address("--server", text) } }
    end

    def test_a_wrong_word_names_the_nearest
      error = assert_raises(Usage) { Quantity.word("--format", "markdwn", %w[json markdown csv]) }

      assert_includes error.message, "Did you mean markdown?"
    end

    private

    def assert_refused(&block)
      assert_operator assert_raises(Usage, &block).message.lines.size, :<=, 3
    end
  end
end
