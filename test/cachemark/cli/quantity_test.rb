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
      assert_match(/must be 0 or a share/, assert_raises(Usage) { Quantity.share("--threshold", "0.5", zero: true) }.message)
    end

    def test_refuses_shares_that_make_no_sense
      %w[1 0% 90% x% -1%].each { |text| assert_refused { Quantity.share("--until", text) } }
    end

    def test_a_share_may_have_a_least_value
      assert_in_delta 0.01, Quantity.share("--until", "1%", least: 0.01)
      assert_match(/a share from 1% to 50%/, assert_raises(Usage) { Quantity.share("--until", "0.9%", least: 0.01) }.message)
    end

    def test_reads_latencies
      assert_equal [500_000, 1_500_000, 200_000_000], %w[500us 1.5ms 0.2s].map { |text| Quantity.latency("--slo", text) }
      %w[1 0ms 1m 2h 61s 0.1us -1ms fast].each { |text| assert_refused { Quantity.latency("--slo", text) } }
    end

    def test_reads_rates_and_sweeps
      assert_equal [[5_000], [1, 10, 100]], %w[5_000 1..100/3].map { |text| Quantity.rates("--rate", text) }
      assert_equal [8, 2_000, 20_000], Quantity.rates("--rate", "2000..20000").then { |rates| [rates.size, rates.min, rates.max] }
    end

    def test_a_list_is_not_a_pattern
      error = assert_raises(Usage) { Quantity.pattern("--scenario", "get,set") }

      assert_equal "--scenario get,set: a list is not a pattern\nrepeat the option: --scenario get --scenario set", error.message
      assert_match(/--scenario get,size=1k --scenario set,size=1k/,
                   assert_raises(Usage) { Quantity.pattern("--scenario", "get,set,size=1k") }.message)
      patterns = %w[client/* {get,set} a,b.yml get get,size=1k {get,set},size=1k,keys=10 a.yml,keys=10]
      patterns.each { |text| assert_equal text, Quantity.pattern("--scenario", text) }
    end

    def test_reads_sweeps
      sweep = ->(text) { Quantity.sweep("--sweep", text).to_h.values }

      assert_equal [%w[size], %w[100 10k 1M]], sweep.call("size=100,10000,1000k")
      assert_equal [%w[threads], %w[1 4]], sweep.call("threads=01,4")
      assert_equal %w[pool_size threads], sweep.call("pool_size=$threads")
      assert_equal [["threads,shared"], %w[4]], sweep.call("threads,shared=4")
      assert_equal [%w[serializer], %w[json marshal]], sweep.call("serializer=json,marshal")
    end

    def test_refuses_sweeps_that_make_no_sense
      { "size" => /NAME=LIST/, "=1" => /NAME=LIST/, "size=" => /name in quotes .*\n--sweep .size=\$threads/,
        "size=1,,2" => /without empty values/, "size=1,ten" => /size must be bytes/, "size=1000,1k" => /1k is named twice/,
        "size=1,keys=2" => /repeat the option: --sweep keys=2/, "threads=0" => /threads must be a number of workers/,
        "threads=one" => /threads must be/ }.each do |text, why|
        assert_match(why, assert_raises(Usage) { Quantity.sweep("--sweep", text) }.message, text)
      end
    end

    def test_refuses_rates_that_make_no_sense
      %w[0 -5 100001 5.5 5k 9..3 5..5 1..2/1 1..2/51 1.. ..5 1...5 0..9 1..100001].each do |text|
        assert_refused { Quantity.rates("--rate", text) }
      end
    end

    def test_reads_counts
      assert_equal [20, 10_000], %w[20 10_000].map { |text| Quantity.count("--iterations", text) }
    end

    def test_refuses_zero_negative_and_absurd_counts
      ["0", "-3", "1.5", "ten", "", "9" * 30].each { |text| assert_refused { Quantity.count("--iterations", text) } }
    end

    def test_reads_days_and_refuses_those_that_no_month_has
      %w[2026-02-28 2028-02-29 2026-11-01T18:00:00Z].each { |text| assert_equal text, Quantity.day("--since", text) }
      %w[2026-02-30 2026-02-29 2026-11-31T10:00:00Z 2026-11-01T25:00:00Z 2026-13-01 today].each do |text|
        assert_refused { Quantity.day("--since", text) }
      end
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
