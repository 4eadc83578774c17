# frozen_string_literal: true

require "test_helper"
require "json_schemer"

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

    def test_says_where_the_record_is
      assert_match(%r{^Record: /r.jsonl$}, text(record: Record.from_lines([], path: "/r.jsonl")))
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

module Cachemark
  class Report::Work::MarkdownTest < Minitest::Test
    def test_a_table_for_each_contender_with_footnotes_and_origin
      rows = [MadeWork.row("a", "client/set", [MadeWork.command("set", ttls: [9], value_bytes: [4], encodings: %w[marshalled])]),
              MadeWork.row("a", "client/get", []).first(2)]
      text = Report::Work.text(Said::WorkTable.of(MadeWork.record(*rows)), "markdown")

      assert_match(/^### a \(a@1.0\)$/, text.squeeze(" "))
      assert_match(/^\| set \| 3 set \| 3 \| 300 \| 30 \| 0 \| 0 \| \| 4 marshalled \| 1 \|$/, text)
      assert_match(/^\| get \| \*\*failed\*\* \|/, text)
      assert_match(/^1\. ttl 9 where the scenario says none$/, text)
      assert_match(/^- memcached 1.6.18, placement one-core$/, text)
    end
  end
end

class WorkPageTest < Minitest::Test
  HTML = Cachemark::Report::Work.text(Said::WorkTable.of(MadePages.run), "html", record: MadePages.run)

  def test_it_has_every_command_and_what_it_moved
    assert_match(%r{<td class="left">3 set</td>}, HTML)
    assert_match(%r{<td data-value="300">300</td>}, HTML)
  end

  def test_a_row_is_repeated_from_the_record
    assert_includes HTML.gsub(%r{</?span>}, ""),
                    "<code>cachemark work --locked /somewhere/run.jsonl dalli --scenario client/set</code>"
  end
end

module Cachemark
  class Report::Work::JSONTest < Minitest::Test
    SCHEMA = JSONSchemer.schema(Pathname("#{Cachemark::ROOT}/schema/work.json"))

    def test_follows_its_schema
      rows = [MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3, flags: [1])], first: { "hits" => 0 }, locks: nil),
              MadeWork.row("b", "client/get", []).first(2)]

      assert_empty errors(document(*rows))
      assert_empty errors(document(*rows, ending: nil))
    end

    def test_fits_the_schema_with_work_that_workers_do_not_share_evenly
      command = MadeWork.command("get", count: 2, hits: 1)
      row = MadeWork.row("a", "client/get", [command], iterations: 4, first: { "hits" => 3 })
      waited = { **Line["in_flight"], "cell" => "a client/get", "workers" => 4, "seen" => 1 }
      json = document([*row, waited])

      assert_empty errors(json)
      assert_equal [{ "seen" => 1, "of" => 4 }, 0.5], json["rows"].first.then { |one| [one["in_flight"], one["round_trips"]] }
    end

    def test_the_schema_knows_every_member_of_a_row
      known = ::JSON.parse(File.read("#{Cachemark::ROOT}/schema/work.json")).dig("$defs", "row", "properties").keys

      assert_equal (Stats::WorkTable::Row.members - Stats::Row::INTERNAL).map(&:to_s).sort, known.sort
    end

    def test_has_the_rows_that_are_shown_with_their_footnotes
      said = document(MadeWork.row("a", "client/set", [MadeWork.command("set", ttls: [9])]),
                      MadeWork.row("socket", "client/set", [MadeWork.command("set")], cell: { "shown" => false }))

      assert_equal ["cachemark/work/1", "work"], said.values_at("schema", "command")
      assert_equal [["a", "ok", ["ttl 9 where the scenario says none"]]],
                   said["rows"].map { |row| row.values_at("contender", "status", "footnotes") }
    end

    private

    def document(*rows, **more)
      ::JSON.parse(Report::Work.text(Said::WorkTable.of(MadeWork.record(*rows, **more)), "json"))
    end

    def errors(document) = SCHEMA.validate(document).map { |error| error["error"] }
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
