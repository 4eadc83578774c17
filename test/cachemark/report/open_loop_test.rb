# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OpenLoopTest < Minitest::Test
    extend Golden

    # 200 µs a call: at 6,000/s it sends 5,000.
    SLOW = lambda do |rate, _|
      gap_ns = 1_000_000_000 / rate
      Array.new(500) { |at| [[at * (200_000 - gap_ns), 0].max, 200_000] }
    end
    TWO_CORES = { "placement" => { "name" => "two-core", "pinned" => true } }.freeze
    FAILURE = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "invalid",
                "reason" => "wrong reply" }.freeze
    SOCKET = { "contender" => "socket", "section" => "socket", "label" => "socket:get" }.freeze
    FAILS = { "options" => { "rates" => [1_000], "slo_ns" => 1_000_000, "fail_on_slo" => true } }.freeze

    TEXTS = {
      "a line for each rate, and the rate at which the sender fell behind" => -> { slow },
      "the record is named" => -> { slow(record: Record.from_lines([], path: "/r.jsonl")) },
      "sender and server have a core each" => -> { slow(run: TWO_CORES) },
      "a row without figures has its status" => -> { slow(more: [FAILURE]) },
      "markdown" => lambda do
        table = MadeRates.table(rates: [1_000], slo_ns: 1_000_000) { Array.new(1_000) { |at| [at * 1_000_000, 2_000_000] } }
        text(table, "markdown")
      end,
      "a page" => -> { MadeSites.text(text(MadePages.rates, "html")) },
      "the interval of a p99 is in its unit" => -> { percentiles({ p99_ns: 1_310_000 }, { p99_ns: [995_000, 14_000_000] }) },
      "a p99 without an interval" => -> { percentiles({ p99_ns: 1_310_000 }, { p99_ns: nil }) },
      "a latency that does not fit into its list" => -> { percentiles({ p50_ns: 0xffffffff }, {}) },
      "the highest rate that a cell held" => -> { held(10, 2_000_000) },
      "every rate was held" => -> { held(10, 10) },
      "no rate was held" => -> { held(2_000_000, 2_000_000) },
      "a rate was held again" => -> { held(10, 1_500_000, 10) },
      "a limit that every row held" => -> { limited(10) },
      "a limit that rows exceeded" => -> { limited(2_000_000) },
      "a limit that is undecided" => -> { answer(MadeRates.table(run: { "options" => { **FAILS["options"], "slo_ns" => 10 } })) },
      "without a limit, every client kept up" => -> { answer(MadeRates.table(rates: [1_000, 2_000])) },
      "without a limit, one fell behind" => -> { answer(MadeRates.table(rates: [1_000, 6_000], &SLOW)) },
      "of several contenders each is named" => -> { answer(MadeRates.table(slo_ns: 500_000, cells: [{}, SOCKET])) },
      "a load of several hosts has the share of each" => -> { text(MadeLoad.table, record: MadeLoad.of) }
    }.freeze
    golden "open-loop", TEXTS

    def test_a_rate_is_repeated_alone_and_a_load_of_several_hosts_by_no_machine
      page, hosts = [[MadePages.rates], [MadeLoad.table, MadeLoad.of]].map do |table, record|
        text(table, "html", **{ record: record }.compact).gsub(%r{</?span>}, "")
      end

      assert_includes page, "cachemark run --with locked=RECORD dalli --scenario client/get --rate 2000"
      refute_includes hosts, "How to repeat it"
    end

    def test_rows_have_their_warm_up_and_their_hosts
      warm = rows(MadeRates.table(more: MadeRecord::WARM_UPS.map { |line| line.merge("cell" => "c1") })).first["warm_up"]

      assert_equal({ "processes" => 2, "settled" => 1 }, warm.slice("processes", "settled"))
      assert_equal(%w[h1 h2], rows(MadeLoad.table).first["hosts"].map { |one| one["host"] })
    end

    private

    def text(table, format = "terminal", **page) = Report::OpenLoop.text(table, format, width: 120, **page)
    def rows(table) = ::JSON.parse(text(table, "json"))["rows"]
    def answer(table) = Report::OpenLoop::Answer.new(table).to_a

    def slow(run: {}, more: [], **page)
      text(MadeRates.table(rates: [1_000, 6_000], slo_ns: 1_000_000, run: run, more: more, &SLOW), **page)
    end

    def percentiles(values, intervals)
      table = MadeRates.table
      text(table.with(rows: [table.rows.first.with(percentiles: values, intervals: intervals)]))
    end

    # Of rates 1,000/s, 2,000/s ... with these p99s in ns. Calls do not wait for one another.
    def held(*p99s)
      rates = p99s.each_index.map { |at| (at + 1) * 1_000 }
      calls = ->(rate, _) { Array.new(200) { [0, p99s.fetch((rate / 1_000) - 1)] } }
      answer(MadeRates.table(rates: rates, slo_ns: 1_000_000, &calls))
    end

    def limited(ns) = answer(MadeRates.table(cells: [{}, SOCKET], run: FAILS) { Array.new(200) { [0, ns] } })
  end
end
