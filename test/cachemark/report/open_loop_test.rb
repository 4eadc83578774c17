# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"
require "json_schemer"

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

    # 200 µs a call: at 6,000/s it sends 5,000.
    def text(run: {}, more: [], **page)
      table = MadeRates.table(rates: [1_000, 6_000], slo_ns: 1_000_000, run: run, more: more) do |rate, _|
        gap_ns = 1_000_000_000 / rate
        Array.new(500) { |at| [[at * (200_000 - gap_ns), 0].max, 200_000] }
      end
      Report::OpenLoop.text(table, "terminal", **page)
    end
  end
end

module Cachemark
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

  def test_it_leads_with_the_highest_rate
    assert_match(%r{<p class="lead">[^<]*is the highest rate that kept p99 under 1 ms}, HTML)
  end

  def test_a_percentile_has_its_interval_and_what_it_is
    assert_match(/89\.\d+ µs \[.*Latency from when a call was due to its end/m, HTML)
  end

  def test_a_rate_is_repeated_alone
    assert_includes HTML.gsub(%r{</?span>}, ""), "cachemark run --locked RECORD dalli --scenario client/get --rate 2000"
  end
end

module Cachemark
  class Report::OpenLoop::JSONTest < Minitest::Test
    PATH = "#{Cachemark::ROOT}/schema/open-loop.json".freeze
    SCHEMA = JSONSchemer.schema(Pathname(PATH))
    FAILED = { "type" => "failure", "cell" => "c1", "status" => "invalid", "reason" => "wrong reply" }.freeze

    def test_follows_its_schema
      assert_empty errors(document(rates: [1_000, 2_000], slo_ns: 1_000_000))
      assert_empty errors(document(processes: 2, ending: nil))
      assert_empty errors(document(more: [FAILED]))
    end

    def test_the_schema_knows_every_member
      known = ::JSON.parse(File.read(PATH))["$defs"].transform_values { |part| part["properties"]&.keys&.sort }

      assert_equal names(Stats::OpenLoop::Row.members - Stats::Row::INTERNAL), known["row"]
      assert_equal names(Stats::OpenLoop::Highest.members), known["highest"]
    end

    def test_has_every_rate_and_how_far_each_cell_went
      said = document(rates: [1_000, 2_000], slo_ns: 1_000_000, cells: [{}, { "shown" => false }]) do |rate, _|
        Array.new(1_000) { |at| [rate == 1_000 ? 0 : at * 1_000_000, 50_000] }
      end

      assert_equal %w[cachemark/open-loop/1 run], said.values_at("schema", "command")
      assert_equal [[1_000, false], [2_000, true]], said["rows"].map { |row| row.values_at("rate", "fell_behind") }
      assert_equal [[1_000, 2_000]], said["highest_rate"].map { |one| one.values_at("rate", "stopped_at") }
    end

    def test_rows_under_a_jit_have_their_warm_up
      said = document(more: MadeRecord::WARM_UPS.map { |line| line.merge("cell" => "c1") })

      assert_empty errors(said)
      assert_equal({ "processes" => 2, "settled" => 1 }, said["rows"].first["warm_up"].slice("processes", "settled"))
    end

    private

    def names(members) = members.map(&:to_s).sort

    def document(**given, &) = ::JSON.parse(Report::OpenLoop.text(MadeRates.table(**given, &), "json"))

    def errors(document) = SCHEMA.validate(document).map { |error| error["error"] }
  end
end

module Cachemark
  class Report::OpenLoop::CSVTest < Minitest::Test
    def test_a_line_for_each_rate_with_units_in_the_names
      rows = ::CSV.parse(Report::OpenLoop.text(MadeRates.table(rates: [1_000, 2_000]), "csv"), headers: true)

      assert_equal %w[1000 2000], rows["rate"]
      assert_equal [%w[600 50000 50000 50000 false]],
                   rows.map { |row| row.values_at("count", "p50_ns", "p50_ns_low", "p50_ns_high", "fell_behind") }.uniq
      assert_equal ["dalli 1.0"], rows["versions"].uniq
    end
  end
end

module Cachemark
  class Report::OpenLoop::TidyTest < Minitest::Test
    def test_a_line_is_one_figure_of_a_cell_at_a_rate
      lines = ::CSV.parse(Report::OpenLoop.text(MadeRates.table(rates: [1_000, 2_000]), "tidy"), headers: true)
      medians = lines.select { |line| line["figure"] == "latency_p50_ns" }

      assert_equal [%w[1000 ns 50000 50000 50000], %w[2000 ns 50000 50000 50000]],
                   medians.map { |line| line.values_at("rate", "unit", "value", "low", "high") }
      assert_equal lines.size, lines.map { |line| line.values_at("rate", "figure") }.uniq.size
      assert_includes lines["figure"], "utilisation"
    end
  end
end

module Cachemark
  class Report::OpenLoop::BencherTest < Minitest::Test
    def test_a_benchmark_is_a_cell_at_a_rate
      document = ::JSON.parse(Report::OpenLoop.text(MadeRates.table(rates: [1_000, 2_000]), "bencher"))

      assert_equal ["dalli client/get at 1000/s", "dalli client/get at 2000/s"], document.keys
      assert_equal({ "value" => 50_000, "lower_value" => 50_000, "upper_value" => 50_000 },
                   document.dig("dalli client/get at 1000/s", "latency-p50"))
    end
  end
end

module Cachemark
  class Report::OpenLoop::GitHubActionBenchmarkTest < Minitest::Test
    def test_an_entry_is_a_percentile_of_a_cell_at_a_rate
      entries = ::JSON.parse(Report::OpenLoop.text(MadeRates.table, "github-action-benchmark"))

      assert_includes entries.map { |entry| entry.values_at("name", "unit", "value") },
                      ["dalli client/get at 1000/s: latency p50", "ns", 50_000]
    end
  end
end

module Cachemark
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
