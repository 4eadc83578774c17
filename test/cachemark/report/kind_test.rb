# frozen_string_literal: true

require "test_helper"
require "csv"
require "rexml/document"

module Cachemark
  # What holds for the reports of every command, in every format.
  class Report::KindTest < Minitest::Test
    VALUES = {
      Report::Run => -> { Said::Table.of(MadePages.run) }, Report::OpenLoop => -> { MadePages.rates },
      Report::Work => -> { Said::WorkTable.of(MadePages.run) }, Report::Comparison => -> { MadeVerdicts.comparison },
      Report::Gate => -> { MadeDecision.of }, Report::Find => -> { MadeSteps.steps }, Report::Selftest => -> { MadeSelftest.of },
      Report::Calibration => -> { MadeCalibration.whole }, Report::Doctor => -> { IllMachine.examination },
      Report::Check => -> { MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } }) },
      Report::History::List => -> { [MadeTrend.entry] }, Report::History::Trend => -> { [MadeTrend.trend] },
      Report::History::Changes => -> { MadeTrend.review }
    }.freeze
    READABLE = { "json" => ->(text) { JSON.parse(text) }, "csv" => ->(text) { ::CSV.parse(text) },
                 "tidy" => ->(text) { ::CSV.parse(text) }, "junit" => ->(text) { REXML::Document.new(text) },
                 "bencher" => ->(text) { JSON.parse(text) } }.freeze

    VALUES.each do |kind, value|
      kind.formats.each_key do |format|
        define_method("test_#{kind.to_s[/Report::(.*)/, 1].tr(":", "_").downcase}_as_#{format}") do
          text = kind.text(value.call, format)

          assert text.end_with?("\n"), "no line end"
          READABLE.fetch(format, :itself.to_proc).call(text)
        end
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
        next unless kind.formats.key?("markdown")

        kind.text(value.call, "markdown").split("\n\n").grep(/\A\|/).each do |table|
          assert_equal 1, table.lines.map { |line| line.gsub("\\|", "").count("|") }.uniq.size, table
        end
      end
    end

    def test_a_page_loads_nothing_and_leads_somewhere
      VALUES.each do |kind, value|
        next unless kind.formats.key?("html")

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
