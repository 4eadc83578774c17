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
      Report::Work => -> { Said::WorkTable.of(MadePages.run) }, Report::Comparison => -> { MadeVerdicts.comparison },
      Report::Gate => -> { MadeDecision.of }, Report::Find => -> { MadeSteps.steps }, Report::Selftest => -> { MadeSelftest.of },
      Report::Explanation => -> { MadeExplanation.whole }, Report::Options => -> { MadeOptions.whole },
      Report::Doctor => -> { IllMachine.result(**IllMachine::ILL) },
      Report::Outage => -> { MadeOutage.whole },
      Report::Check => -> { MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } }) },
      Report::History::List => -> { [MadeTrend.entry] }, Report::History::Trend => -> { [MadeTrend.trend] },
      Report::History::Changes => -> { MadeTrend.review },
      Report::Preview => lambda do
        Lab::Preview.new(command: "run", rows: [Lab::Preview::Row.new(contender: "dalli", what: "client/get", mode: "sync")],
                         seconds: 60, needs: [Lab::Preview::Need.new(name: "dalli", state: "missing")])
      end
    }.freeze
    READABLE = { "json" => ->(text) { JSON.parse(text) }, "csv" => ->(text) { ::CSV.parse(text) },
                 "tidy" => ->(text) { ::CSV.parse(text) }, "junit" => ->(text) { REXML::Document.new(text) },
                 "bencher" => ->(text) { JSON.parse(text) } }.freeze

    VALUES.each do |kind, value|
      kind.formats.each do |format|
        define_method("test_#{kind.to_s[/Report::(.*)/, 1].tr(":", "_").downcase}_as_#{format}") do
          text = kind.text(value.call, format)

          assert text.end_with?("\n"), "no line end"
          READABLE.fetch(format, :itself.to_proc).call(text)
        end
      end
    end

    def test_every_report_has_a_value_here
      kinds = [Report, Report::History].flat_map { |room| room.constants.map { |name| room.const_get(name) } }

      assert_equal kinds.grep(Report::Kind).map(&:to_s).sort, VALUES.keys.map(&:to_s).sort
    end

    def test_every_json_document_fits_its_schema
      VALUES.each do |kind, value|
        next unless kind.formats.include?("json")

        document = JSON.parse(kind.text(value.call, "json"))
        schema = JSON.parse(File.read("#{ROOT}/schema/#{document.fetch("schema").split("/")[1]}.json"))

        assert_empty JSONSchemer.schema(schema).validate(document).map { |error| error["error"] }, kind.to_s
      end
    end

    def test_a_terminal_is_never_wider_than_it_is_but_for_what_is_copied
      VALUES.each do |kind, value|
        [60, 80, 120].each do |width|
          lines = kind.text(value.call, "terminal", width: width).lines(chomp: true).grep_v(/\A *cachemark /)

          most = lines.map { |line| Report::Terminal::Wrap.columns(line) }.max

          assert_operator most, :<=, width, "#{kind} #{lines.max_by(&:size)}"
        end
      end
    end

    def test_every_row_of_a_markdown_table_has_as_many_cells
      VALUES.each do |kind, value|
        next unless kind.formats.include?("markdown")

        kind.text(value.call, "markdown").split("\n\n").grep(/\A\|/).each do |table|
          assert_equal 1, table.lines.map { |line| line.gsub("\\|", "").count("|") }.uniq.size, table
        end
      end
    end

    def test_a_page_loads_nothing_and_leads_somewhere
      VALUES.each do |kind, value|
        next unless kind.formats.include?("html")

        html = kind.text(value.call, "html")
        refute_match(/ (?:src|href)="(?!#)/, html, kind.to_s)
        html.scan(/href="#([^"]+)"/).flatten.uniq.each { |id| assert_includes html, %(id="#{id}"), kind.name }
      end
    end

    def test_another_kinds_format_is_the_users_mistake
      assert_match(/there is no format "classic"/, refused(Report::Comparison, "classic"))
      assert_match(/Did you mean json\?/, refused(Report::Find, "jsn"))
    end

    private

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
