# frozen_string_literal: true

require "test_helper"

module Cachemark
  # How a document looks in a terminal.
  class Report::TerminalTest < Minitest::Test
    Part = Report::Part

    def test_parts_have_an_empty_line_between_them
      assert_equal "a\n\nb\n", text(sentence("a"), sentence(""), sentence("b"))
    end

    def test_a_heading_is_directly_above_what_follows_and_goes_with_it
      parts = [Part::Heading.new(id: "h", text: "h", on: Part::ALL), sentence("a")]

      assert_equal "h\na\n", text(*parts)
      assert_equal "b\n", text(parts.first, Part::List.new(items: []), sentence("b")).delete_prefix("h\n")
    end

    def test_each_line_is_broken_separately
      assert_equal "one\ntwo three\nfour\n", text(sentence("one\ntwo three four"), width: 10)
    end

    def test_footnotes_are_numbered_and_aligned
      rows = (1..10).map { |at| MadeRecord.row(footnotes: ["sentence #{at}"]) }

      assert_equal [" 1  sentence 1", "10  sentence 10"],
                   text(*Report::Footnotes.new(rows).parts).lines(chomp: true).values_at(0, 9)
    end

    def test_a_note_begins_with_its_label
      assert_equal "Note: one\nNote: two lines\n", text(Part::Notes.new(sentences: ["one", "two\nlines"]))
    end

    def test_the_answer_comes_first_below_the_title_of_a_suite
      assert_equal "stores\na wins.\n", text(title: "stores", titled: true, headline: ["a wins."])
      assert_equal "a wins.\n", text(title: "stores", headline: ["a wins."])
      assert_equal "\e[32ma wins.\e[0m\n", text(headline: ["a wins."], tone: "faster", color: true)
    end

    def test_an_item_has_a_label_and_details_and_an_unbroken_command
      item = Part::Item.new(mark: "FAIL", tone: "FAIL", text: "of a long reason",
                            details: ["detail"], code: "cachemark check a b c")

      assert_equal "FAIL of a\n    long reason\n    detail\n    cachemark check a b c\n",
                   text(Part::List.new(items: [item]), width: 15)
    end

    def test_named_details_are_a_line_each
      item = Part::Item.new(text: "x", details: [["a", "one"], ["long", "two three four"]], code: "c")

      assert_equal "x\n    a     one\n    long  two t…\n    c\n", text(Part::List.new(items: [item]), width: 16)
    end

    def test_the_last_lines_are_not_broken
      assert_equal "Record: a/long/path.jsonl\nNext: cachemark show a/long/path.jsonl\n",
                   text(width: 10, record: "a/long/path.jsonl", next_steps: ["cachemark show a/long/path.jsonl"])
    end

    def test_columns_that_must_not_be_missed_are_noted
      columns = [Report::Column.words("a", &:contender), Report::Column.words("b", 1) { "x" * 9 }]
      table = Report::Table.of_rows(id: "t", caption: "t", rows: [MadeRecord.row], columns: columns, missed: 1)

      assert_includes text(table, Part::Notes.new(sentences: []), width: 11).gsub(/\s+/, " "),
                      "Note: no room for b: a terminal of 12 columns shows all"
    end

    def test_a_split_table_goes_on_below_with_its_first_column
      columns = %w[a b c].map { |name| Report::Column.words(name) { name * 4 } }
      table = Report::Table.of_rows(id: "t", caption: "t", rows: [1], columns: columns, split: true)

      assert_equal "a     b\n----------\naaaa  bbbb\n\na     c\n----------\naaaa  cccc\n", text(table, width: 12)
    end

    private

    def sentence(text) = Part::Text.new(text: text)

    def text(*parts, width: 80, color: false, title: "t", **members)
      document = Report::Document.new(title: title, origin: nil, parts: parts, data: nil, **members)
      Report::Terminal.new(document, width: width, color: color).to_s
    end
  end

  class Report::Terminal::GridTest < Minitest::Test
    def test_aligns_all_sections_under_one_head
      assert_equal ["      figure", "------------", "one", "a          1", "bbbb       1"], grid(["a", "bbbb"]).lines(chomp: true)
    end

    def test_drops_columns_by_priority
      assert_equal "      figure", grid(%w[a bbbb], width: 14).lines.first.chomp
      assert_equal "", grid(%w[a bbbb], width: 11).lines.first.strip
    end

    def test_cuts_a_label_that_fits_nowhere
      assert_match(/^x{7}…$/, grid(["x" * 30], width: 8))
    end

    def test_folds_a_cell_into_lines_of_its_row
      columns = [column("", 0, align: :left, &:label), column("list", 0, align: :left, narrow: 8) { |_| "3 get, 3 set" }]
      lines = drawn(%w[a b].map { |label| MadeRecord.row(contender: "one", label: label) }, 12, columns).to_s.lines(chomp: true)

      assert_equal ["one", "a  3 get,", "   3 set", "b  3 get,", "   3 set"], lines.drop(2)
    end

    def test_folds_columns_before_it_omits_them
      assert_equal [[], ["figure"]], [28, 27].map { |width| three(width).left_out.map(&:heading) }
      assert_equal 28, three(80).needed
    end

    def test_each_heading_ends_above_its_own_column_and_a_wider_one_is_on_a_line_above
      columns = [column("", 0, align: :left, &:label), column("ratio", 0) { "1.00 [1.00, 1.00]" },
                 column("allocations", 1) { "37.78" }]

      assert_equal ["                allocations", "               ratio", "-" * 27, "one", "a  1.00 [1.00, 1.00]  37.78"],
                   drawn([MadeRecord.row(contender: "one", label: "a")], 27, columns).to_s.lines(chomp: true)
    end

    def test_a_wide_character_takes_two_columns
      assert_equal ["         n", "----------", "one", "日本語   1", "abcdefg  1"],
                   drawn(%w[日本語 abcdefg].map { |label| MadeRecord.row(contender: "one", label: label) }, 80,
                         [column("", 0, align: :left, &:label), column("n", 1) { "1" }]).to_s.lines(chomp: true)
    end

    def test_a_heading_wider_than_the_columns_is_whole
      assert_includes grid(["a"], heading: "one  (one@1.2.3,protocol=meta)", width: 24), "one\n(one@1.2.3,protocol=meta)\n"
    end

    def test_sections_are_apart
      rows = %w[one two].map { |contender| MadeRecord.row(contender: contender, label: "a") }

      assert_equal ["one", "a       1", "", "two", "a       1"], drawn(rows, 80).to_s.lines(chomp: true).drop(2)
    end

    def test_a_cell_has_the_colour_of_its_tone
      columns = [column("v", 0, tone: ->(_) { "slower" }) { "bad" }]

      assert_includes drawn([MadeRecord.row], 80, columns, color: true).to_s, "\e[31mbad\e[0m"
    end

    private

    def grid(labels, width: 80, heading: "one")
      rows = labels.map { |label| MadeRecord.row(contender: "one", label: label, section: heading) }
      drawn(rows, width).to_s
    end

    # Columns that need 10, 20 (8 at least) and 6.
    def three(width)
      drawn([MadeRecord.row], width, [column("", 0) { "x" * 10 },
                                      column("list", 0, narrow: 8) { "y" * 20 }, column("figure", 1) { "1" }])
    end

    def drawn(rows, width, columns = [column("", 0, align: :left, &:label), column("figure", 1) { |_| "1" }], color: false)
      Report::Terminal::Grid.new(columns, Stats::Section.of(rows), width, Report::Terminal::Colours.new(color))
    end

    def column(heading, keep, **more, &cell) = Report::Column.new(heading: heading, keep: keep, cell: cell, **more)
  end

  class Report::Terminal::ColoursTest < Minitest::Test
    def test_colours_only_where_colour_is_wanted
      plain, coloured = [false, true].map { |color| Report::Terminal::Colours.new(color) }

      assert_equal %w[a a a], [plain.strong("a"), plain.faint("a"), plain.alarm("a")]
      assert_equal ["\e[1ma\e[0m", "\e[2ma\e[0m", "\e[31ma\e[0m"],
                   [coloured.strong("a"), coloured.faint("a"), coloured.alarm("a")]
    end

    def test_each_verdict_and_outcome_has_its_colour
      colours = Report::Terminal::Colours.new(true)

      assert_equal ["\e[32ma\e[0m", "\e[31ma\e[0m", "a", "\e[33ma\e[0m", "\e[31ma\e[0m", "\e[31ma\e[0m", "\e[32ma\e[0m", "a"],
                   ["faster", "slower", "same", "unresolved", "invalid", "CORRUPT", "PASS", nil]
                     .map { |tone| colours.tone(tone, "a") }
    end
  end

  class Report::Terminal::TextChartTest < Minitest::Test
    Part = Report::Part

    def test_a_line_per_version_in_the_order_of_the_range
      assert_equal ["get: wall relative to 3.0.0", "3.0.0", "... 1 not measured", "3.0.2",
                    "> 3.0.2 -> 3.0.3: +3.9 % [3.4, 4.4]", "3.0.3", "3.0.4  skipped", "3.0.5", "... 3 not measured", "3.0.9"],
                   chart(MadeSteps.steps).map { |line| line.strip.sub(/  [-+0].*/, "") }
    end

    def test_a_version_has_figures_and_a_picture
      assert_match(/\A  3\.0\.5  \+4\.3 % \[3\.9, 4\.7\]  +\| +-+o-+\z/, chart(MadeSteps.steps).grep(/3\.0\.5/).first)
    end

    def test_long_subjects_leave_room_for_the_picture
      steps = MadeSteps.steps
      long = steps.with(steps: steps.steps.map { |step| step.with(subject: "a long story " * 20) })

      assert_operator chart(long).map(&:size).max, :<=, 80
      assert_match(/…  \+4\.3 % .*-o-/, chart(long).grep(/3\.0\.5/).first)
    end

    def test_a_change_of_another_scenario_is_not_in_this_chart
      refute_match(/>/, chart(MadeSteps.steps(found: [MadeSteps.change(scenario: "client/set")])).join)
    end

    def test_low_is_left_and_high_is_right
      assert_equal ["o", "-------o-------"], pictures([0.0, [0.0, 0.0]], [0.05, [0.0, 0.1]], width: 15)
    end

    def test_draws_a_line_at_no_change
      assert_equal "|     ---o---", pictures([0.06, [0.04, 0.08]], width: 13).first
      assert_equal ["o           |", "            |"], pictures([-0.1, nil], [nil, nil], width: 13)
    end

    def test_draws_points_at_no_change_if_nothing_differs
      assert_equal ["o"], pictures([0.0, [0.0, 0.0]], width: 20)
    end

    private

    def chart(steps)
      Report::Find.text(steps, "terminal").lines(chomp: true).drop_while { |line| !line.start_with?("get") }.take_while { |line| line != "" }
    end

    # Of points [change, interval], with an empty cell.
    def pictures(*points, width:)
      entries = points.map { |effect, interval| Part::Point.new(cells: [""], effect: effect, interval: interval) }
      colours = Report::Terminal::Colours.new(false)
      chart = Report::Terminal::TextChart.new(Part::TextChart.new(title: "t", entries: entries), width + 4, colours)
      chart.to_s.lines(chomp: true).drop(1).map { |line| line[4..] }
    end
  end
end

class WrapTest < Minitest::Test
  Wrap = Cachemark::Report::Terminal::Wrap

  def test_breaks_at_blanks_and_indents_by_the_head
    assert_equal "1  one two\n   three", Wrap.text("one two three", 11, head: "1  ")
  end

  def test_a_long_word_has_its_own_line
    assert_equal "a\nlonger-than-that\nb", Wrap.text("a longer-than-that b", 6)
  end

  def test_no_line_is_wider
    text = Wrap.text("abc " * 60, 23, head: "Note: ")

    assert_operator text.lines.map { |line| line.chomp.size }.max, :<=, 23
  end

  def test_a_number_stays_with_its_unit
    assert_equal "at most\n5.0 % or\n12 µs", Wrap.text("at most 5.0 % or 12 µs", 10)
  end

  def test_widths_are_columns_of_the_display
    assert_equal [6, 3, 1], ["日本語", "\e[1mabc\e[0m", "é"].map { |text| Wrap.columns(text) }
    assert_equal "日本\n語言", Wrap.text("日本 語言", 5)
    assert_equal ["日…", "日本語"], [Wrap.cut("日本語", 4), Wrap.cut("日本語", 6)]
    assert_equal %w[日本 語], Wrap.fold("日本語", 4)
  end

  def test_cutting_ends_with_an_ellipsis
    assert_equal %w[short lon…], [Wrap.cut("short", 5), Wrap.cut("longer", 4)]
  end
end

class WrapFoldTest < Minitest::Test
  Wrap = Cachemark::Report::Terminal::Wrap

  def test_breaks_after_commas_and_colons_and_keeps_numbers_with_their_words
    assert_equal ["4 get, 2 set,", "delete, 2 incr"], lines("4 get, 2 set, delete, 2 incr", 14)
    assert_equal ["2,13,", "14,15"], lines("2,13,14,15", 6)
    assert_equal ["big_read_multi:", "rails-localcache"], lines("big_read_multi:rails-localcache", 16)
    assert_equal ["8 marshalled", "twice"], lines("8 marshalled twice", 12)
  end

  def test_keeps_a_text_that_fits
    assert_equal ["3 get, 3 set"], lines("3 get, 3 set", 12)
    assert_equal [""], lines("", 5)
  end

  def test_breaks_a_word_that_fits_no_line
    assert_equal ["2147-2148", "entry"], lines("2147-2148 entry", 12)
    assert_equal %w[abcd ef], lines("abcdef", 4)
  end

  private

  def lines(text, room) = Wrap.fold(text, room)
end
