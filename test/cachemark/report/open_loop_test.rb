# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OpenLoop::TerminalTest < Minitest::Test
    def test_a_line_for_each_rate
      text = text(width: 120)

      assert_match(/^ +rate +sent +busy +p50 +p90 +p99 +p99\.9 +max +notes$/, text)
      assert_match(%r{^get +1,000/s +1,000/s +20 % +200 µs +200 µs +200 µs \[200, 200\] +200 µs$}, text)
      assert_match(%r{^get +6,000/s +5,0\d\d/s +100 % +\d.* 1$}, text)
    end

    def test_a_sender_that_fell_behind_is_named_below
      assert_match(%r{^1  fell behind: sent 5,0\d\d/s of 6,000/s; its latencies grow}, text(width: 120))
    end

    def test_says_how_far_each_cell_went_and_where_the_record_is
      assert_match(%r{^get: 1,000/s is the highest rate that kept p99 under 1 ms \(6,000/s: it fell behind\)\.$},
                   text(width: 120).lines[1])
      assert_match(%r{^Record: /r.jsonl$}, text(record: Record.from_lines([], path: "/r.jsonl")))
    end

    def test_names_the_cores
      assert_match(/^Note: sender and server do not have a core each \(one-core\)/, text(width: 120))
      two = { "placement" => { "name" => "two-core", "pinned" => true } }

      assert_match(/^Note: sender and server have a core each \(two-core\)/, text(run: two, width: 120))
    end

    def test_a_row_without_figures_has_its_status
      failure = { "type" => "failure", "cell" => "c1", "contender" => "dalli", "status" => "invalid", "reason" => "wrong reply" }

      assert_match(/^get +invalid +1$/, text(more: [failure]))
      assert_match(/^1  invalid: wrong reply$/, text(more: [failure]))
    end

    private

    # 200 µs a call: at 6,000/s it sends 5,000.
    def text(run: {}, more: [], **page)
      table = MadeRates.table(rates: [1_000, 6_000], slo_ns: 1_000_000, run: run, more: more) do |rate, _|
        gap_ns = 1_000_000_000 / rate
        Array.new(500) { |at| [[at * (200_000 - gap_ns), 0].max, 200_000] }
      end
      Report::OpenLoop.text(table, "terminal", **page)
    end
  end

  class Report::OpenLoop::MarkdownTest < Minitest::Test
    def test_a_table_for_each_contender_with_footnotes_and_origin
      table = MadeRates.table(rates: [1_000], slo_ns: 1_000_000) { |_, _| Array.new(1_000) { |at| [at * 1_000_000, 2_000_000] } }
      text = Report::OpenLoop.text(table, "markdown")

      assert_match(/^### dalli +\(dalli@1.0\)$/, text)
      assert_match(%r{^\| get \| 1,000/s \| \*\*50\d/s\*\* \| 100 % \| .* ms \\\[.*\\\] \| .* \| 1 \|$}, text)
      assert_match(/^\*\*get: no rate kept p99 under 1 ms/, text)
      assert_match(/^1\. fell behind/, text)
      assert_match(/^- memcached 1.6.18, placement one-core$/, text)
    end
  end
end

class OpenLoopPageTest < Minitest::Test
  HTML = Cachemark::Report::OpenLoop.text(MadePages.rates, "html").tr("\u00a0", " ")

  def test_a_percentile_has_its_interval_and_what_it_is
    assert_match(/89\.\d+ µs \[.*Latency from when a call was due to its end/m, HTML)
  end

  def test_a_rate_is_repeated_alone
    assert_includes HTML.gsub(%r{</?span>}, ""), "cachemark run --with locked=RECORD dalli --scenario client/get --rate 2000"
  end
end

module Cachemark
  class Report::OpenLoop::JSONTest < Minitest::Test
    def test_rows_under_a_jit_have_their_warm_up
      table = MadeRates.table(more: MadeRecord::WARM_UPS.map { |line| line.merge("cell" => "c1") })
      said = ::JSON.parse(Report::OpenLoop.text(table, "json"))

      assert_equal({ "processes" => 2, "settled" => 1 }, said["rows"].first["warm_up"].slice("processes", "settled"))
    end
  end

  class Report::OpenLoop::WordsTest < Minitest::Test
    Words = Report::OpenLoop

    def test_figures_with_their_units
      assert_equal ["4,310/s", "failed"], [row(achieved: 4_310.4), row(status: "failed")].map { |one| Words.sent(one) }
      assert_equal "61.2 µs", Words.percentile(row(percentiles: { p50_ns: 61_200 }), :p50_ns)
      assert_equal "", Words.percentile(row, :p50_ns)
      assert_equal "> 4.29 s", Words.percentile(row(percentiles: { p50_ns: 0xffffffff }), :p50_ns)
    end

    def test_the_interval_of_a_p99_is_in_its_unit
      table = MadeRates.table
      row = table.rows.first.with(percentiles: { p99_ns: 1_310_000 }, intervals: { p99_ns: [995_000, 14_000_000] })

      assert_match(/ 1\.31 ms \[1\.00, 14\]/, Report::OpenLoop.text(table.with(rows: [row]), "terminal"))
      assert_match(/ 1\.31 ms$/, Report::OpenLoop.text(table.with(rows: [row.with(intervals: { p99_ns: nil })]), "terminal"))
    end

    def test_names_the_highest_rate_that_a_cell_held
      assert_equal "get: 1,000/s is the highest rate that kept p99 under 1 ms (2,000/s: a p99 of 2.00 ms)", said([10, 2_000_000])
      assert_equal "get: 2,000/s is the highest rate that kept p99 under 1 ms, and the highest that was tried", said([10, 10])
      assert_equal "get: no rate kept p99 under 1 ms (1,000/s: a p99 of 2.00 ms)", said([2_000_000, 2_000_000])
      assert_equal "get: 1,000/s is the highest rate that kept p99 under 1 ms (2,000/s: a p99 of 1.50 ms; 3,000/s held again)",
                   said([10, 1_500_000, 10])
    end

    def test_says_which_rows_failed
      other = { "contender" => "socket", "section" => "socket", "label" => "socket:get" }
      said = { 10 => "held by every row", 2_000_000 => "exceeded by dalli:get, socket:get" }
      said.each do |ns, words|
        options = { "rates" => [1_000], "slo_ns" => 1_000_000, "fail_on_slo" => true }
        table = MadeRates.table(cells: [{}, other], run: { "options" => options }) { Array.new(200) { [0, ns] } }

        assert_equal "--slo fail, at 1,000/s: #{words}.", answer(table).last
      end
      few = MadeRates.table(run: { "options" => { "rates" => [1_000], "slo_ns" => 10, "fail_on_slo" => true } })
      assert_equal "--slo fail, at 1,000/s: undecided for dalli:get.", answer(few).last
    end

    def test_without_a_limit_the_answer_is_who_kept_up
      assert_equal ["Every client kept up with every rate, up to 2,000/s."], answer(MadeRates.table(rates: [1_000, 2_000]))

      slow = MadeRates.table(rates: [1_000, 6_000]) do |rate, _|
        Array.new(500) { |at| [[at * (200_000 - (1_000_000_000 / rate)), 0].max, 200_000] }
      end
      assert_equal ["dalli:get fell behind at 6,000/s; all others kept up."], answer(slow)
    end

    # One machine cannot repeat it.
    def test_a_load_of_several_hosts_has_the_share_of_each_and_no_command_of_a_row
      table = MadeLoad.table
      html, text = %w[html terminal].map { |format| Report::OpenLoop.text(table, format, record: MadeLoad.of) }

      assert_match(/^h2 +dalli:get 2,000\/s +1,000\/s +1,000\/s/, text)
      assert_match(/^get +2,000\/s.* 1,200$/, text)
      refute_includes html, "How to repeat it"
      assert_includes html, "2,000/s</"
      hosts = ::JSON.parse(Report::OpenLoop.text(table, "json")).dig("rows", 0, "hosts")

      assert_equal(%w[h1 h2], hosts.map { |one| one["host"] })
    end

    def test_of_several_contenders_each_is_named
      other = { "contender" => "socket", "section" => "socket", "label" => "socket:get" }
      table = MadeRates.table(slo_ns: 500_000, cells: [{}, other])

      assert_equal ["dalli:get: ", "socket:get: "], answer(table).map { |line| line[/\A\S+ /] }
      assert_match(/under 500 µs/, answer(table).first)
    end

    private

    def answer(table) = Report::OpenLoop::Answer.new(table).to_a

    def row(status: "ok", **more)
      Stats::OpenLoop::Row.new(contender: "a", client: "ruby/a", scenario: "client/get", mode: "sync", status: status, **more)
    end

    # Of rates 1,000/s, 2,000/s ... with these p99s in ns. Calls do not wait for one another.
    def said(p99s)
      rates = p99s.each_index.map { |at| (at + 1) * 1_000 }
      calls = ->(rate, _) { Array.new(200) { [0, p99s.fetch((rate / 1_000) - 1)] } }
      answer(MadeRates.table(rates: rates, slo_ns: 1_000_000, &calls)).first.delete_suffix(".")
    end
  end
end
