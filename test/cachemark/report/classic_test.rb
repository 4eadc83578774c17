# frozen_string_literal: true

require "test_helper"

class ClassicTest < Minitest::Test
  def test_the_readmes_layout_has_a_first_line_tables_and_a_list
    lines = text(MadeRecord.table(contenders: %w[dalli memcached])).lines(chomp: true)

    assert_equal ["Testing with ruby 3.1.2", "", "================== dalli =================="], lines.first(3)
    assert_includes lines, "================== memcached =================="
    assert_equal ["Test Server:", "", "- Debian GNU/Linux 12 (bookworm), AMD EPYC, 8GB RAM."],
                 lines[lines.index("Test Server:"), 3]
  end

  def test_the_layout_of_versions_has_preamble_and_blocks
    lines = text(MadeRecord.table(run: { "suite" => { "layout" => "versions" } })).lines(chomp: true)

    assert_match(/\ATimes are from a machine with .* running Debian/, lines[0])
    assert_equal ["", "    Testing 1.0 with ruby 3.1.2"], lines[1, 2]
    assert_match(/\A    dalli:set/, lines[4])
  end

  def test_the_layout_of_gevent_is_that_of_its_own_format
    table = PublishedRows.gevent_table

    assert_equal Cachemark::Report::Gevent.new(table).to_s, text(table)
  end

  def test_a_table_without_rows_is_still_a_text
    assert_match(/Test Server:/, text(MadeRecord.table(contenders: [])))
  end

  private

  def text(table) = Cachemark::Report::Classic.new(table).to_s
end
