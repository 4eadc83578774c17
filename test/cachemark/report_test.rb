# frozen_string_literal: true

require "test_helper"
require "csv"
require "json_schemer"
require "rexml/document"

module Cachemark
  # Rules for the reports of every command, in every format.
  class Report::KindTest < Minitest::Test
    VALUES = {
      Report::Run => -> { Said::Table.of(MadePages.run) }, Report::OpenLoop => -> { MadePages.rates },
      Report::Work => -> { Said::WorkTable.of(MadeWork.record(MadeWork.row("a", "client/set", [MadeWork.command("set")]))) },
      Report::Comparison => -> { MadeVerdicts.comparison },
      Report::Gate => -> { MadeVerdicts.decision }, Report::Find => -> { MadeSteps.steps },
      Report::Selftest => -> { MadeSelftest.of },
      Report::Explanation => -> { MadeExplanation.whole }, Report::Options => -> { MadeOptions.whole },
      Report::Doctor => -> { IllMachine.result(**IllMachine::ILL) },
      Report::Outage => -> { MadeOutage.whole },
      Report::Audit => -> { MadeAudit.result(MadeAudit.gems(activesupport: "7.2.4", dalli: "3.2.8", memcached: "1.8.0")) },
      Report::Check => -> { MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } }) },
      Report::History::List => -> { [MadeTrend.entry] }, Report::History::Trend => -> { [MadeTrend.trend] },
      Report::History::Changes => -> { MadeTrend.review },
      Report::Preview => lambda do
        Lab::Preview.new(command: "run", rows: [Lab::Preview::Row.new(contender: "dalli", what: "client/get", mode: "sync")],
                         seconds: 60, needs: [Lab::Preview::Need.new(name: "dalli", state: "missing")])
      end
    }.freeze
    LATENCIES = { "latencies" => [([5_000] * 300).pack("L<*")].pack("m0") }.freeze
    POOL = { **Line["pool"], "cell" => "c-dalli", "process" => "p-dalli-0", "size" => 1, "waited" => 1, "timeouts" => 0,
             "waits" => [[100, 200].pack("L<*")].pack("m0") }.freeze
    SWEPT = MadeCheck.line("dalli", "interrupt/sweep-get", "FAIL", because: "warned", points: 2,
                           unsafe: [{ "at" => "a.rb:1", "error" => "Exception", "outcome" => "FAIL", "reason" => "r" }],
                           discarded: { "HANG" => 1, "unmet" => 2, "unprepared" => 1 })
    AS_JSON = ->(text, *) { JSON.parse(text) }
    AS_CSV = ->(text, *) { assert_includes ::CSV.parse(text).first, "contender" }
    ANY = ->(*) {}
    # Rules for the text of a value of any kind. A format without one only has to be written, to its last line end.
    RULES = {
      "terminal" => ->(text, kind, value) { check_terminal(text, kind, value) },
      "markdown" => lambda do |text, *|
        text.split("\n\n").grep(/\A\|/).each do |table|
          assert_equal 1, table.lines.map { |line| line.gsub("\|", "").count("|") }.uniq.size, table
        end
      end,
      # A page loads nothing, and each link leads to one of its parts.
      "html" => lambda do |text, *|
        refute_match(/ (?:src|href)="(?!#)/, text)
        text.scan(/href="#([^"]+)"/).flatten.uniq.each { |id| assert_includes text, %(id="#{id}") }
      end,
      "json" => lambda do |text, *|
        document = JSON.parse(text)
        path = Pathname("#{ROOT}/schema/#{document.fetch("schema").split("/")[1]}.json")

        assert_equal %w[schema command], document.keys.first(2)
        assert_empty(JSONSchemer.schema(path).validate(document).map { |error| error["error"] })
      end,
      "csv" => AS_CSV, "tidy" => AS_CSV, "junit" => ->(text, *) { REXML::Document.new(text) }, "bencher" => AS_JSON,
      "github-action-benchmark" => AS_JSON
    }.freeze
    # Values that have what few others have, or lack what most have.
    RARE = {
      Report::Run => -> { rare_tables },
      Report::OpenLoop => lambda do
        failed = { "type" => "failure", "cell" => "c1", "status" => "invalid", "reason" => "wrong reply" }
        warm_ups = MadeRecord::WARM_UPS.map { |line| line.merge("cell" => "c1") }
        rates = [{ processes: 2, ending: nil }, { more: [failed] }, { more: warm_ups }].map { |made| MadeRates.table(**made) }
        [MadeLoad.table, *rates]
      end,
      Report::Work => lambda do
        get = MadeWork.command("get", hits: 3, flags: [1])
        rows = [MadeWork.row("a", "client/get", [get], first: { "hits" => 0 }, locks: nil),
                MadeWork.row("b", "client/get", []).first(2)]
        uneven = MadeWork.row("a", "client/get", [MadeWork.command("get", count: 2, hits: 1)], iterations: 4)
        waited = { **Line["in_flight"], "cell" => "a client/get", "workers" => 4, "seen" => 1 }
        [MadeWork.record(*rows), MadeWork.record(*rows, ending: nil), MadeWork.record([*uneven, waited])]
          .map { |record| Said::WorkTable.of(record) }
      end,
      Report::Comparison => lambda do
        [{ verdicts: [], noise: [], outcome: nil, notations: {} },
         { verdicts: [MadeVerdicts.same(interval: [-0.1, Float::INFINITY], resolution: Float::INFINITY)] }]
          .map { |members| MadeVerdicts.comparison(**members) }
      end,
      Report::Gate => lambda do
        none = MadeVerdicts.comparison(verdicts: [], noise: [])
        [*[3, 4].map { |code| MadeVerdicts.decision(code: code, comparison: none) },
         MadeVerdicts.decision(explanations: { "v1" => MadeExplanation.whole }, repeats: [MadeVerdicts.slower(pairs: 12)])]
      end,
      Report::Find => lambda do
        sought = Stats::Steps::Scenario.new(scenario: "client/get", label: "get", undecided: "too few")
        [MadeSteps.steps(effects: {}, found: [], skipped: [], undecided: "too few pairs", outcome: nil),
         MadeSteps.steps(scenarios: [sought], changed_spans: [MadeSteps.changed_span])]
      end,
      Report::Selftest => lambda do
        [{ wrong: { "twin" => "slower", "slow" => nil }, stopped: [] }, { controls: [], outcome: nil },
         { whole: false, outcome: "interrupted" }].map { |members| MadeSelftest.of(**members) }
      end,
      Report::Explanation => -> { [MadeExplanation.of(more: [MadeExplanation.unexplained("lines")])] },
      Report::Doctor => lambda do
        [IllMachine.unmeasured, IllMachine.unmeasured(survey: IllMachine::SURVEY.transform_values { nil })]
          .map { |record| Said::DoctorResult.of(record) }
      end,
      Report::Outage => lambda do
        failed = { "type" => "failure", "cell" => "c1", "status" => "failed", "reason" => "no driver" }
        limits = { "max_lost" => 0.03, "recover_within_ns" => 1_500_000_000 }
        [MadeOutage.whole(homes: [[0, 1], [1, 1], [0, 1]], more: [failed]), MadeOutage.whole(options: limits)]
      end,
      Report::Check => lambda do
        knowing = MadeCheck.knowing({ "interrupt/kill-in-get" => "CORRUPT" }, stale: [%w[dalli gone]])
        lost = { "type" => "failure", "contender" => "x", "reason" => "gone" }
        many = (1..9).to_h { |number| ["a-rather-long-client@1.0.#{number}", { "interrupt/kill-in-get" => "PASS" }] }
        [MadeCheck.of(many), MadeCheck.of(run: knowing, lines: [SWEPT, lost]),
         MadeCheck.of(ended: "interrupted", controls: []), MadeCheck.failed_fast,
         MadeCheck.of(run: MadeCheck.knowing({ "interrupt/kill-in-get" => "FAIL" })), Said::Check.of(MadeCheck.ranged)]
      end,
      Report::Audit => lambda do
        [{}, { "yarn.lock" => "a" }, MadeAudit.requirements("pylibmc==1.6.1", "emcache==1.3.3", "-e .")]
          .map { |files| MadeAudit.result(files) }
      end,
      Report::History::List => -> { [[], [MadeTrend.entry(suite: nil, outcome: nil)]] }
    }.freeze

    # Most values have no member that a schema has as optional.
    MEMBERS = {
      %w[run row] => Stats::Row, %w[open-loop row] => Stats::OpenLoop::Row, %w[open-loop highest] => Stats::OpenLoop::Highest,
      %w[work row] => Stats::WorkTable::Row, %w[compare verdict] => Stats::Verdict, %w[compare noise] => Stats::Noise,
      %w[find change] => Stats::Steps::Change, %w[find step] => Stats::Steps::Step,
      %w[find skip] => Stats::Steps::Skip, %w[find bracket] => Stats::Steps::ChangedSpan, %w[outage run] => Stats::Outage::Run,
      %w[outage row] => Stats::Outage::Row, %w[outage limit] => Stats::Limit,
      %w[doctor sight] => Stats::DoctorResult::Detectability, %w[audit known] => Audit::Held
    }.freeze
    UNSAID = { "verdict" => %i[comparison], "noise" => %i[comparison], "row" => Stats::Row::INTERNAL }.freeze

    VALUES.each do |kind, value|
      kind.formats.each do |format|
        define_method("test_#{kind.to_s[/Report::(.*)/, 1].tr(":", "_").downcase}_as_#{format}") do
          [value.call, *instance_exec(&RARE.fetch(kind, -> { [] }))].each do |one|
            text = kind.text(one, format)

            assert text.end_with?("\n"), "no line end"
            instance_exec(text, kind, one, &RULES.fetch(format, ANY))
          end
        end
      end
    end

    def test_every_report_has_a_value_here
      kinds = [Report, Report::History].flat_map { |room| room.constants.map { |name| room.const_get(name) } }

      assert_equal kinds.grep(Report::Kind).map(&:to_s).sort, VALUES.keys.map(&:to_s).sort
    end

    # Texts with a colour in a terminal.
    COLOURED = {
      Report::Run => [VALUES[Report::Run], "\e[1mdalli"], Report::Comparison => [VALUES[Report::Comparison], "\e[31m▲ slower"],
      Report::Find => [VALUES[Report::Find], "\e[31m> 3.0.2"], Report::Doctor => [VALUES[Report::Doctor], "\e[33m-\e[0m not"],
      Report::Selftest => [-> { MadeSelftest.of(wrong: { "twin" => "slower" }) }, "\e[31mWRONG"]
    }.freeze

    def test_colours_of_what_matters
      COLOURED.each { |kind, (value, text)| assert_includes kind.text(value.call, "terminal", color: true), text }
    end

    def test_the_schemas_know_every_member
      MEMBERS.each do |(file, name), type|
        known = schema(file).dig("$defs", name, "properties").keys.map(&:to_sym)
        known += %i[calls server network] if file == "outage"

        assert_empty type.members - UNSAID.fetch(name, []) - known, [file, name]
      end
    end

    def test_another_kinds_format_is_the_users_mistake
      assert_match(/there is no format "classic"/, refused(Report::Comparison, "classic"))
      assert_match(/Did you mean json\?/, refused(Report::Find, "jsn"))
    end

    private

    # It is never wider than it is, except for commands, which are copied. It has colours only if they are wanted.
    def check_terminal(text, kind, value)
      refute_includes text, "\e"
      [60, 80, 120].each do |width|
        lines = kind.text(value, "terminal", width: width).lines(chomp: true).grep_v(/\A *cachemark /)

        assert_operator lines.map { |line| Report::Terminal::Wrap.columns(line) }.max, :<=, width, lines.max_by(&:size)
      end
      text = kind.text(value, "terminal", record: Record.from_lines([], path: "a.jsonl"), next_steps: ["cachemark show a.jsonl"])

      assert text.end_with?("\nRecord: a.jsonl\nNext: cachemark show a.jsonl\n"), text
    end

    def schema(name) = JSON.parse(File.read("#{ROOT}/schema/#{name}.json"))

    def rare_tables
      table = MadeRecord.table
      waited = table.with(rows: table.rows.map { |row| row.with(mode: "threads-4", in_flight: { seen: 4, of: 4 }) })
      sparse = ->(block) { block["generation"] == 3 ? { "batches" => [15_000] * 2 + [17_000] * 18 } : {} }
      [MadeRecord.table(processes: 1, blocks: 0, ending: nil), MadeRecord.table(block: LATENCIES), waited, MadeRecord.counted,
       MadeRecord.table(method: 2, block: sparse), MadeRecord.table(more: MadeRecord::WARM_UPS), MadeRecord.table(more: [POOL]),
       MadeSweep.table(sizes: %w[100 10k], keys: %w[1 10]), MadeStampede.table,
       MadeStampede.table(made: [], more: [MadeStampede::NONE])]
    end

    def refused(kind, name) = assert_raises(Usage) { kind.text(nil, name) }.message
  end
end

class ReportFootnotesTest < Minitest::Test
  def test_numbers_each_sentence_once
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b c])]
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal %w[a b c], footnotes.sentences
    assert_equal [[1, 2], [2, 3]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_a_footnote_of_every_row_is_printed_once_for_the_table
    rows = [%w[b all], %w[all a], %w[b all]].map { |sentences| row(footnotes: sentences) }
    footnotes = Cachemark::Report::Footnotes.new(rows)

    assert_equal ["all"], footnotes.common
    assert_equal %w[b a], footnotes.sentences
    assert_equal [[1], [2], [1]], rows.map { |row| footnotes.numbers(row) }
  end

  def test_numbers_rise
    rows = [row(footnotes: %w[a b]), row(footnotes: %w[b a])]

    assert_equal [1, 2], Cachemark::Report::Footnotes.new(rows).numbers(rows.last)
  end

  def test_the_reason_of_a_row_without_figures_is_one
    assert_equal ["unavailable: needs Ruby >= 3.3", "a"],
                 Cachemark::Report::Footnotes.of(row(status: "unavailable", reason: "needs Ruby >= 3.3", footnotes: ["a"]))
  end

  private

  def row(**members) = MadeRecord.row(**members)
end

class LabelsTest < Minitest::Test
  def test_scenarios_that_share_a_label_have_their_full_names
    rows = %w[client/get store/get client/set].map do |scenario|
      MadeRecord.row(scenario: scenario, label: "a:#{scenario.split("/").last}")
    end
    labels = Cachemark::Report::Labels.new(rows)

    assert_equal %w[client/get store/get set], rows.map { |row| labels.short(row) }
    assert_equal %w[a:get a:get a:set], rows.map { |row| labels.published(row) }
  end

  def test_published_labels_stay_as_they_are
    row = row(label: "mem_cache:set:plain")

    assert_equal "mem_cache:set:plain", Cachemark::Report::Labels.new([row]).published(row)
  end

  def test_short_labels_omit_the_words_of_the_heading
    first = row(label: "mem_cache:set:plain", contender: "mem_cache")
    second = row(label: "set:plain:memcache-client", contender: "memcache-client@1.8.5")
    labels = Cachemark::Report::Labels.new([first, second])

    assert_equal ["set:plain", "set:plain"], [labels.short(first), labels.short(second)]
  end

  def test_labels_distinguish_several_modes
    rows = [row(label: "a:set"), row(label: "a:set", mode: "threads-4")]
    labels = Cachemark::Report::Labels.new(rows)

    assert_equal ["a:set:sync", "a:set:threads-4"], rows.map { |row| labels.published(row) }
  end

  def test_short_labels_end_with_a_mode_that_is_not_sync
    row = row(label: "a:set:memcache-client", mode: "threads-4")
    labels = Cachemark::Report::Labels.new([row])

    assert_equal ["a:set:memcache-client:threads-4", "set:threads-4"], [labels.published(row), labels.short(row)]
  end

  private

  def row(**members) = MadeRecord.row(client: "ruby/memcache-client", **members)
end
