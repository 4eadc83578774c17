# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Control characters of a foreign record are shown in a terminal and in Markdown, and not obeyed.
  class Report::VisibleTest < Minitest::Test
    EVIL = "a\e[8m\e]0;x\a\u009bb"
    Part = Report::Part

    def test_a_contender_of_a_record_cannot_paint_the_terminal
      %w[terminal markdown].each do |format|
        text = Report::Run.text(Said::Table.of(MadeRecord.of(contenders: [EVIL])), format)

        refute_match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/, text, format)
        assert_includes text, "8m", format
      end
    end

    def test_our_own_colours_stay
      text = Report::Run.text(Said::Table.of(MadeRecord.of(contenders: ["x\e[8m"])), "terminal", color: true)

      assert_includes text, "\e[1mx\\e[8m"
      refute_includes text, "\e[8m"
    end

    def test_every_part_of_a_document_is_made_visible
      footnotes = Report::Footnotes.new([MadeRecord.row(footnotes: ["note #{EVIL}"])])
      chart = Part::TextChart.new(title: EVIL, entries: [Part::Point.new(cells: [EVIL]), Part::Gap.new(text: EVIL)])
      parts = [Part::Text.new(text: EVIL), Part::List.new(items: [EVIL, Part::Item.new(text: EVIL, details: [[EVIL, EVIL]])]),
               *footnotes.parts(EVIL), chart, nil]
      document = Report::Document.new(title: EVIL, headline: [EVIL], origin: nil, parts: parts, data: nil, record: EVIL,
                                      next_steps: [EVIL], titled: true)
      texts = [Report::Terminal, Report::Markdown].map { |renderer| renderer.new(Report::Visible.of(document)).to_s }

      texts.each { |text| refute_match(/[\e\a\u009b]/, text) }
      assert_equal 14, texts.first.scan("\\e]0;x\\a\\u009Bb").size
    end

    def test_lines_and_letters_stay
      assert_equal "a\nb ± é\\t?", Report::Visible.text("a\nb ± é\t\xff".dup.force_encoding("UTF-8")).tr("\ufffd", "?")
    end
  end
end
