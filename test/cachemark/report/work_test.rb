# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Work::TerminalTest < Minitest::Test
    GET = MadeWork.command("get", count: 4, hits: 4, encodings: %w[marshalled], value_bytes: [4])
    OTHERS = %w[set add delete incr decr touch].map { |name| MadeWork.command(name, count: 1) }.freeze
    ROWS = [MadeWork.row("a", "store/mixed", [GET, *OTHERS]),
            MadeWork.row("a", "store/get", [MadeWork.command("get", hits: 3)], exceptions: { "Miss" => 3 }),
            MadeWork.row("b", "store/get", []).first(2)].freeze

    def test_a_line_for_each_row_and_a_footnote_for_each_difference
      text = text(width: 140)

      assert_match(/^a  \(a@1.0\)\nmixed +4 get, set, add, delete, incr, decr, touch +10 +300 +30 +4 +4 marshalled$/, text)
      assert_match(/^get +3 get +3 +300 +30 +3 +3 +1$/, text)
      assert_match(/^get +failed +2$/, text)
      assert_match(/^1  raises and rescues an exception per hit \(Miss\): 3 per iteration$/, text)
      assert_match(/^2  failed: not measured before the run ended$/, text)
      refute_includes text, "no room"
    end

    def test_every_command_can_be_read_where_there_is_little_room
      [80, 60, 40].each do |width|
        text = text(width: width)

        assert_equal "4 get, set, add, delete, incr, decr, touch", commands(text)
        assert_operator text.lines.map(&:chomp).map(&:size).max, :<=, width
      end
    end

    def test_omits_the_least_useful_columns_first_and_says_so
      heads = [80, 60, 50].map { |width| text(width: width).lines.find { |line| line.include?("commands  ") }.split }

      assert_equal %w[commands trips out in hits raised values notes], heads[0]
      assert_equal %w[commands trips out in hits notes], heads[1]
      assert_equal %w[commands trips out in notes], heads[2]
      assert_includes text(width: 60).gsub(/\s+/, " "),
                      "Note: no room for exceptions and values: a terminal of 74 columns shows all"
    end

    def test_the_first_line_says_how_many_rows_have_something_to_say
      assert_match(/^2 of 3 rows have a footnote\. Read it before you compare the rows\.$/,
                   text(width: 140))
    end

    def test_the_first_line_does_not_praise_rows_that_were_not_seen
      assert_match(/^No work was seen in 1 row\.$/, text(width: 140, rows: ROWS.last(1)))
    end

    private

    # The column of commands of the first row.
    def commands(text)
      lines = text.lines(chomp: true)
      at = lines.find { |line| line.include?("commands") }.index("commands")
      lines.drop_while { |line| !line.start_with?("mixed") }.take_while { |line| line.start_with?("mixed", " ") }
           .map { |line| line[at..].split("  ").first }.join(" ")
    end

    def text(rows: ROWS, **page)
      Report::Work.text(Said::WorkTable.of(MadeWork.record(*rows)), "terminal", **page)
    end
  end
end

class WorkPageTest < Minitest::Test
  HTML = Cachemark::Report::Work.text(Said::WorkTable.of(MadePages.run), "html", record: MadePages.run)

  def test_a_row_is_repeated_from_the_record
    assert_includes HTML.gsub(%r{</?span>}, ""),
                    "<code>cachemark work --with locked=/somewhere/run.jsonl dalli --scenario client/set</code>"
  end
end

module Cachemark
  class Report::Work::CellsTest < Minitest::Test
    def test_commands_are_counted_by_name
      getkq = MadeWork.command("get", name: "getkq", count: 6)

      assert_match(/^set +6 getkq, noop /, text([getkq, MadeWork.command("noop", count: 1)]))
      assert_match(/^set +none /, text([]))
    end

    def test_values_have_their_size_and_encoding
      assert_match(/ 4$/, text([MadeWork.command("set", value_bytes: [4], encodings: %w[plain])]))
      assert_match(/ 3-90 compressed entry$/, text([MadeWork.command("incr", value_bytes: [3], encodings: %w[number]),
                                                    MadeWork.command("get", value_bytes: [90],
                                                                            encodings: ["compressed ActiveSupport entry"])]))
    end

    def test_exceptions_are_added_up
      table = MadeWork.record(MadeWork.row("a", "client/set", [], exceptions: { "A" => 4, "B" => 2 }))

      assert_match(/ raised.*^set +none .* 6 +1,2$/m, Report::Work.text(Said::WorkTable.of(table), "terminal", width: 140))
    end

    private

    def text(commands)
      record = MadeWork.record(MadeWork.row("a", "client/set", commands))
      table = Said::WorkTable.of(record)
      rows = table.rows.map { |row| row.with(footnotes: []) }
      Report::Work.text(table.with(rows: rows), "terminal", width: 140)
    end
  end
end
