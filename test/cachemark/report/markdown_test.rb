# frozen_string_literal: true

require "test_helper"

class MarkdownTest < Minitest::Test
  def test_has_a_table_per_contender
    text = text(MadeRecord.table(contenders: %w[dalli memcached]))

    assert_match(/\A## Clients\n/, text)
    assert_match(/^### dalli  \(dalli@1\.0\)\n\n\| \| time per call \| calls/, text)
    assert_includes text, "| set | 2.000 us ± 0.0 % | 500,000 | 2.00 [2.00, 2.00] | 3.000 | 1 |\n"
  end

  def test_every_line_of_a_table_has_the_same_cells
    rows = text(MadeRecord.table(blocks: 0)).lines.grep(/\A\|/)

    assert_equal [7], rows.map { |row| row.count("|") }.uniq
    assert_match(/\*\*failed\*\*/, rows.last)
  end

  def test_ends_with_footnotes_notes_and_provenance
    text = text(MadeRecord.table(processes: 2))

    assert_match(/^1\. user and system from/, text)
    assert_match(/^Note: no interval/, text)
    assert_match(/^- memcached 1\.6\.18/, text)
  end

  def test_markup_in_names_is_text
    table = MadeRecord.table
    rows = table.rows.map { |row| row.with(label: "a|b<i>") }

    assert_includes text(table.with(rows: rows)), "| a\\|b\\<i\\> |"
  end

  def test_latencies_follow_their_section
    sample = [((1..300).to_a * 4).pack("L<*")].pack("m0")

    told = text(MadeRecord.table(block: { "latencies" => sample }))
    assert_match(/^\| set \| 150\.0 ns \| .* \| 300\.0 ns \| 1\.500 us \|$/, told)
    assert_includes told, "| latency of single calls | p50 | p90 | p99 | p99.9 | max | cpu per call |"
  end

  private

  def text(table) = Cachemark::Report::Markdown.new(table).to_s
end
