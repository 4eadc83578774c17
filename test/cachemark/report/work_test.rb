# frozen_string_literal: true

require "test_helper"

class WorkReportTest < Minitest::Test
  extend Golden

  Work = MadeWork
  GET = Work.command("get", count: 4, hits: 4, encodings: %w[marshalled], value_bytes: [4])
  OTHERS = %w[set add delete incr decr touch].map { |name| Work.command(name, count: 1) }.freeze
  ROWS = [Work.row("a", "store/mixed", [GET, *OTHERS]),
          Work.row("a", "store/get", [Work.command("get", hits: 3)], exceptions: { "Miss" => 3 }),
          Work.row("b", "store/get", []).first(2)].freeze
  ENTRIES = [Work.command("incr", value_bytes: [3], encodings: %w[number]),
             Work.command("get", value_bytes: [90], encodings: ["compressed ActiveSupport entry"])].freeze
  GETKQ = [Work.command("get", name: "getkq", count: 6), Work.command("noop", count: 1)].freeze

  TEXTS = {
    "a line for each row and a footnote for each difference" => -> { text(width: 140) },
    # The least useful columns go first, and commands fold.
    "a terminal of 80 columns" => -> { text(width: 80) },
    "a terminal of 60 columns" => -> { text(width: 60) },
    "a terminal of 40 columns" => -> { text(width: 40) },
    "rows that were not seen are not praised" => -> { text(width: 140, rows: ROWS.last(1)) },
    "commands are counted by name" => -> { of(GETKQ) },
    "a row without commands" => -> { of([]) },
    "values have their size and encoding" => -> { of([Work.command("set", value_bytes: [4], encodings: %w[plain])]) },
    "values of several encodings" => -> { of(ENTRIES) },
    "exceptions are added up" => -> { of([], exceptions: { "A" => 4, "B" => 2 }) }
  }.freeze
  golden "work", TEXTS

  def test_a_row_of_a_page_is_repeated_from_the_record
    html = Cachemark::Report::Work.text(Said::WorkTable.of(MadePages.run), "html", record: MadePages.run)

    assert_includes html.gsub(%r{</?span>}, ""),
                    "<code>cachemark work --with locked=/somewhere/run.jsonl dalli --scenario client/set</code>"
  end

  private

  def of(commands, **seen) = text(width: 140, rows: [Work.row("a", "client/set", commands, **seen)])

  def text(width:, rows: ROWS)
    Cachemark::Report::Work.text(Said::WorkTable.of(Work.record(*rows)), "terminal", width: width)
  end
end
