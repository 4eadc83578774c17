# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OpenLoop::WordsTest < Minitest::Test
    Words = Report::OpenLoop::Words

    def test_figures_with_their_units
      assert_equal ["12,500/s", ""], [Words.rate(12_500), Words.rate(nil)]
      assert_equal ["4,310/s", "failed"], [row(achieved: 4_310.4), row(status: "failed")].map { |one| Words.sent(one) }
      assert_equal "61.20 us", Words.percentile(row(percentiles: { p50_ns: 61_200 }), :p50_ns)
      assert_equal "", Words.percentile(row, :p50_ns)
      assert_equal "> 4.295 s", Words.percentile(row(percentiles: { p50_ns: 0xffffffff }), :p50_ns)
    end

    def test_the_interval_of_a_p99_is_in_its_unit
      one = row(percentiles: { p99_ns: 1_310_000 }, intervals: { p99_ns: [995_000, 14_000_000] })

      assert_equal "1.310 ms [1.00, 14]", Words.p99(one)
      assert_equal "1.310 ms", Words.p99(one.with(intervals: { p99_ns: nil }))
    end

    def test_how_far_a_cell_went
      assert_equal "get: 1,000/s is the highest rate that held p99 under 1 ms (2,000/s: a p99 of 2.00 ms)", said([10, 2_000_000])
      assert_equal "get: 2,000/s is the highest rate that held p99 under 1 ms, and the highest that was tried", said([10, 10])
      assert_equal "get: no rate held p99 under 1 ms (1,000/s: a p99 of 2.00 ms)", said([2_000_000, 2_000_000])
      assert_equal "get: 1,000/s is the highest rate that held p99 under 1 ms (2,000/s: a p99 of 1.50 ms; 3,000/s held again)",
                   said([10, 1_500_000, 10])
    end

    def test_without_a_limit_the_answer_is_who_kept_up
      assert_equal "Every rate was kept up with, up to 2,000/s.", Words.answer(MadeRates.table(rates: [1_000, 2_000]))

      slow = MadeRates.table(rates: [1_000, 6_000]) do |rate, _|
        Array.new(500) { |at| [[at * (200_000 - (1_000_000_000 / rate)), 0].max, 200_000] }
      end
      assert_equal "dalli:get fell behind at 6,000/s; the rest was kept up with.", Words.answer(slow)
    end

    def test_of_several_contenders_each_is_named
      other = { "contender" => "socket", "section" => "socket", "label" => "socket:get" }
      table = MadeRates.table(slo_ns: 500_000, cells: [{}, other])

      assert_equal ["dalli:get: ", "socket:get: "], Words.highest(table).map { |line| line[/\A\S+ /] }
      assert_match(/under 500 us/, Words.highest(table).first)
    end

    private

    def row(status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status, **more)
    end

    # Of rates 1,000/s, 2,000/s ... with these p99s in ns. Calls do not wait for one another.
    def said(p99s)
      rates = p99s.each_index.map { |at| (at + 1) * 1_000 }
      calls = ->(rate, _) { Array.new(200) { [0, p99s.fetch((rate / 1_000) - 1)] } }
      Words.highest(MadeRates.table(rates: rates, slo_ns: 1_000_000, &calls)).first
    end
  end
end
