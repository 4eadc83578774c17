# frozen_string_literal: true

require "test_helper"

module Cachemark
  # How a document looks in a terminal.
  class Report::TerminalTest < Minitest::Test
    extend Golden

    Part = Report::Part
    HEADING = Part::Heading.new(id: "h", text: "h", on: Part::ALL)
    TABLE = %w[a b c].map { |name| Report::Column.words(name) { name * 4 } }.freeze
    ITEM = { mark: "FAIL", tone: "FAIL", text: "of a long reason", details: ["detail"], code: "cachemark check a b c" }.freeze
    NAMED = { text: "x", details: [["a", "one"], ["long", "two three four"]], code: "c" }.freeze

    golden "terminal", {
      "parts have an empty line between them" => -> { text(sentence("a"), sentence(""), sentence("b")) },
      "a heading is directly above what follows" => -> { text(HEADING, sentence("a")) },
      "a heading goes with what is below it" => -> { text(HEADING, Part::List.new(items: []), sentence("b")) },
      "each line is broken separately" => -> { text(sentence("one\ntwo three four"), width: 10) },
      "footnotes are numbered and aligned" => lambda {
        text(*Report::Footnotes.new((1..10).map { |at| MadeRecord.row(footnotes: ["sentence #{at}"]) }).parts)
      },
      "a note begins with its label" => -> { text(Part::Notes.new(sentences: ["one", "two\nlines"])) },
      "the answer comes first below the title of a suite" => -> { text(title: "stores", titled: true, headline: ["a wins."]) },
      "the title of a document without a suite is not shown" => -> { text(title: "stores", headline: ["a wins."]) },
      "the answer has a colour" => -> { text(headline: ["a wins."], tone: "faster", color: true).dump },
      "an item has a label and details and an unbroken command" =>
        -> { text(Part::List.new(items: [Part::Item.new(**ITEM)]), width: 15) },
      "named details are a line each" => -> { text(Part::List.new(items: [Part::Item.new(**NAMED)]), width: 16) },
      "the last lines are not broken" =>
        -> { text(width: 10, record: "a/long/path.jsonl", next_steps: ["cachemark show a/long/path.jsonl"]) },
      "columns that must not be missed are noted" => lambda {
        columns = [Report::Column.words("a", &:contender), Report::Column.words("b", 1) { "x" * 9 }]
        text(table([MadeRecord.row], columns, missed: 1), Part::Notes.new(sentences: []), width: 11)
      },
      "a split table goes on below with its first column" => -> { text(table([1], TABLE, split: true), width: 12) }
    }

    private

    def sentence(text) = Part::Text.new(text: text)
    def table(rows, columns, **more) = Report::Table.of_rows(id: "t", caption: "t", rows: rows, columns: columns, **more)

    def text(*parts, width: 80, color: false, title: "t", **members)
      document = Report::Document.new(title: title, origin: nil, parts: parts, data: nil, **members)
      Report::Terminal.new(document, width: width, color: color).to_s
    end
  end

  class Report::Terminal::GridTest < Minitest::Test
    extend Golden

    def self.column(heading, keep, **more, &cell) = Report::Column.new(heading: heading, keep: keep, cell: cell, **more)

    LABEL = column("", 0, align: :left, &:label)
    LIST = column("list", 0, align: :left, narrow: 8) { |_| "3 get, 3 set" }

    golden "terminal-grid", {
      "all sections are aligned under one head" => -> { grid(%w[a bbbb]) },
      "columns are dropped by priority" => -> { grid(%w[a bbbb], width: 14) },
      "no column is left" => -> { grid(%w[a bbbb], width: 11) },
      "a label that fits nowhere is cut" => -> { grid(["x" * 30], width: 8) },
      "a cell is folded into lines of its row" => -> { drawn(rows("a", "b"), 12, [LABEL, LIST]) },
      "columns are folded before they are omitted" => -> { three(28) },
      "columns are omitted" => -> { three(27) },
      "each heading ends above its own column and a wider one is on a line above" => lambda {
        drawn(rows("a"), 27, [LABEL, column("ratio", 0) { "1.00 [1.00, 1.00]" }, column("allocations", 1) { "37.78" }])
      },
      "a wide character takes two columns" => -> { drawn(rows("日本語", "abcdefg"), 80, [LABEL, column("n", 1) { "1" }]) },
      "a heading wider than the columns is whole" => -> { grid(["a"], heading: "one  (one@1.2.3,protocol=meta)", width: 24) },
      "sections are apart" => -> { drawn(%w[one two].map { |name| MadeRecord.row(contender: name, label: "a") }, 80) },
      "a cell has the colour of its tone" =>
        -> { drawn([MadeRecord.row], 80, [column("v", 0, tone: ->(_) { "slower" }) { "bad" }], color: true).to_s.dump }
    }

    def test_a_grid_knows_the_width_that_it_needs_and_its_omitted_columns
      assert_equal [[], ["figure"], 28], [*[28, 27].map { |width| three(width).left_out.map(&:heading) }, three(80).needed]
    end

    private

    def grid(labels, width: 80, heading: "one") = drawn(rows(*labels, section: heading), width).to_s
    def rows(*labels, **more) = labels.map { |label| MadeRecord.row(contender: "one", label: label, **more) }

    # Columns that need 10, 20 (8 at least) and 6.
    def three(width)
      drawn([MadeRecord.row], width, [column("", 0) { "x" * 10 },
                                      column("list", 0, narrow: 8) { "y" * 20 }, column("figure", 1) { "1" }])
    end

    def drawn(rows, width, columns = [LABEL, column("figure", 1) { |_| "1" }], color: false)
      Report::Terminal::Grid.new(columns, Stats::Section.of(rows), width, Report::Terminal::Colours.new(color))
    end

    def column(heading, keep, **more, &cell) = self.class.column(heading, keep, **more, &cell)
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
    extend Golden

    Part = Report::Part

    LONG = MadeSteps.steps.then { |steps| steps.with(steps: steps.steps.map { |step| step.with(subject: "a long story " * 20) }) }

    golden "terminal-chart", {
      "a line for each version in the order of the range" => -> { chart(MadeSteps.steps) },
      "long subjects leave room for the picture" => -> { chart(LONG) },
      "a change of another scenario is not in this chart" =>
        -> { chart(MadeSteps.steps(found: [MadeSteps.change(scenario: "client/set")])) },
      "low is left and high is right" => -> { pictures([0.0, [0.0, 0.0]], [0.05, [0.0, 0.1]], width: 15) },
      "a line at no change" => -> { pictures([0.06, [0.04, 0.08]], width: 13) },
      "points without an interval, and no point" => -> { pictures([-0.1, nil], [nil, nil], width: 13) },
      "points are at no change if nothing differs" => -> { pictures([0.0, [0.0, 0.0]], width: 20) }
    }

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

  def test_a_text_is_broken_at_blanks_below_its_head
    { ["one two three", 11, "1  "] => "1  one two\n   three", ["a longer-than-that b", 6, ""] => "a\nlonger-than-that\nb",
      ["at most 5.0 % or 12 µs", 10, ""] => "at most\n5.0 % or\n12 µs",
      ["abc " * 6, 15, "Note: "] => "Note: abc abc\n      abc abc\n      abc abc" }.each do |(text, width, head), lines|
      assert_equal lines, Wrap.text(text, width, head: head)
    end
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

  # {text => [room, its lines]}. It is broken after commas and colons; numbers stay with their words.
  FOLDED = {
    "4 get, 2 set, delete, 2 incr" => [14, "4 get, 2 set,", "delete, 2 incr"], "2,13,14,15" => [6, "2,13,", "14,15"],
    "big_read_multi:rails-localcache" => [16, "big_read_multi:", "rails-localcache"],
    "8 marshalled twice" => [12, "8 marshalled", "twice"], "3 get, 3 set" => [12, "3 get, 3 set"], "" => [5, ""],
    "2147-2148 entry" => [12, "2147-2148", "entry"], "abcdef" => [4, "abcd", "ef"]
  }.freeze

  def test_a_cell_is_folded
    FOLDED.each { |text, (room, *lines)| assert_equal lines, Wrap.fold(text, room) }
  end
end
