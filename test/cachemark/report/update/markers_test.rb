# frozen_string_literal: true

require "test_helper"

class UpdateMarkersTest < Minitest::Test
  README = "# A\n<!-- results_table -->\nold\n<!-- result_table_end -->\nafter\n"

  def setup
    @table = PublishedRows.table(PublishedRows.sections, "classic", 100_000)
  end

  def test_document_003_from_its_own_numbers_is_document_003
    document = PublishedRows.document("003")

    assert_equal document, apply(document, @table).first
  end

  def test_changes_only_what_stands_between_the_markers
    old = PublishedRows.document("003")
    new = apply(old, MadeRecord.table).first
    outside = /\A(.*<!-- results_table -->).*(<!-- result_table_end -->.*)\z/m

    assert_equal old.match(outside).captures, new.match(outside).captures
    assert_match(/<!-- results_table -->\n```\n={18} dalli ={18}\n.*\n```\n<!-- result_table_end -->/m, new)
  end

  def test_crlf_stays_crlf
    text, = apply(README.gsub("\n", "\r\n"), MadeRecord.table)

    refute_match(/(?<!\r)\n/, text)
    assert_match(/results_table -->\r\n```\r\n=/, text)
  end

  def test_no_last_line_end_stays_none
    assert_match(/after\z/, apply(README.chomp, MadeRecord.table).first)
  end

  def test_bytes_that_are_no_utf8_stay
    text, = apply("#{README}\xFF\xFEend", MadeRecord.table)

    assert_equal "\xFF\xFEend".b, text.b[-5..]
    assert_equal Encoding::UTF_8, text.encoding
  end

  def test_fewer_rows_are_warned_about
    assert_equal "1 rows replace the 74 that stood there", apply(PublishedRows.document("003"), MadeRecord.table).last.first
    assert_empty apply(README, MadeRecord.table).last
  end

  def test_a_list_of_another_server_is_warned_about
    warning = apply(PublishedRows.document("003"), MadeRecord.table).last.last

    assert_match(/\Aline 136: the list `Test Server:` tells of another machine or Ruby; this run's is: - Debian/, warning)
  end

  def test_a_list_that_is_right_is_not
    list = Cachemark::Report::Classic::Origin.new(MadeRecord.table).list.join("\n")

    assert_empty apply("#{README}\nTest Server:\n\n#{list}\n", MadeRecord.table).last
  end

  def test_missing_markers_name_the_file
    assert_match(/\AREADME.md:1: there is no <!-- results_table -->\n/, refusal("# A\n"))
    assert_match(/there is no <!-- result_table_end -->/, refusal("<!-- results_table -->\n"))
  end

  def test_doubled_markers_name_both_lines
    assert_match(/\AREADME.md:7: <!-- results_table --> stands twice \(first in line 2\)/, refusal(README + README))
  end

  def test_reversed_markers_name_the_line
    assert_match(/\AREADME.md:1: <!-- result_table_end --> stands before <!-- results_table --> \(line 2\)/,
                 refusal("<!-- result_table_end -->\n<!-- results_table -->\n"))
  end

  private

  def apply(text, table) = Cachemark::Report::Update.apply(text, table, path: "README.md")

  def refusal(text)
    error = assert_raises(Cachemark::Usage) { Cachemark::Report::Update.check(text, suite: {}, path: "README.md") }
    assert_operator error.message.lines.size, :<=, 3
    error.message
  end
end
