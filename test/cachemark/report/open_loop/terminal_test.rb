# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OpenLoop::TerminalTest < Minitest::Test
    def test_a_line_for_each_rate
      text = text(width: 120)

      assert_match(/^ +rate +sent +busy +p50 +p90 +p99 +p99\.9 +max +notes$/, text)
      assert_match(%r{^get +1,000/s +1,000/s +20 % +200\.\d us +200\.\d us +200\.\d us \[200, 200\] +200\.0 us$}, text)
      assert_match(%r{^get +6,000/s +5,0\d\d/s +100 % +\d.* 1$}, text)
    end

    def test_a_sender_that_fell_behind_is_named_below
      assert_match(%r{^1  fell behind: sent 5,0\d\d/s of 6,000/s; its latencies grow}, text(width: 120))
    end

    def test_says_how_far_each_cell_went_and_where_the_record_is
      assert_match(%r{^get: 1,000/s is the highest rate that held p99 under 1 ms \(6,000/s: it fell behind\)\.$},
                   text(width: 120).lines[1])
      assert_match(%r{^Record: /r.jsonl$}, text(record: "/r.jsonl"))
    end

    def test_the_cores_are_told
      assert_match(/^Note: sender and server do not have a core each \(one-core\)/, text(width: 120))
      two = { "placement" => { "name" => "two-core", "pinned" => true } }

      assert_match(/^Note: sender and server have a core each \(two-core\)/, text(run: two, width: 120))
    end

    def test_fits_into_little_room
      assert_operator text(width: 60).lines.map { |line| line.chomp.size }.max, :<=, 60
      assert_match(%r{^get +6,000/s .*ms}, text(width: 60))
    end

    def test_a_row_without_figures_has_its_status
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "invalid", "reason" => "wrong reply" }

      assert_match(/^get +invalid +1$/, text(more: [failure]))
      assert_match(/^1  invalid: wrong reply$/, text(more: [failure]))
    end

    private

    # 200 us a call: at 6,000/s it sends 5,000.
    def text(run: {}, more: [], **page)
      table = MadeRates.table(rates: [1_000, 6_000], slo_ns: 1_000_000, run: run, more: more) do |rate, _|
        gap_ns = 1_000_000_000 / rate
        Array.new(500) { |at| [[at * (200_000 - gap_ns), 0].max, 200_000] }
      end
      Report::OpenLoop::Terminal.new(table, **page).to_s
    end
  end
end
