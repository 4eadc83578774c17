# frozen_string_literal: true

require "test_helper"

class TerminalTest < Minitest::Test
  def test_says_first_what_to_read_first
    lines = text(MadeRecord.table).lines

    assert_equal ["Clients\n", "dalli costs 2.00 × socket in 1 scenario.\n"], lines.first(2)
    assert_match(/\ATime per call, lower is better/, lines[2])
  end

  def test_a_row_has_time_speed_ratio_and_allocations
    text = text(MadeRecord.table, width: 100)

    assert_match(/^dalli  \(dalli@1\.0\)$/, text)
    assert_match(%r{^set +2\.000 us ± 0\.0 % +500,000 +2\.00 \[2\.00, 2\.00\] +3\.000}, text)
  end

  def test_fits_every_width
    [80, 100, 130, 200].each do |width|
      widest = text(long_table, width: width).lines.map { |line| line.chomp.size }.max

      assert_operator widest, :<=, width
    end
  end

  def test_a_narrow_terminal_drops_the_least_needed_columns
    assert_match(/allocations.*cpu/, text(long_table, width: 200))

    narrow = text(long_table, width: 80)
    refute_match(/allocations/, narrow)
    assert_match(/time per call.*x socket/, narrow)
  end

  def test_the_column_to_compare_by_is_not_left_out_without_a_word
    assert_match(/^Note: no room here for x\s+socket/, text(MadeRecord.table, width: 30))
    refute_match(/no room/, text(MadeRecord.table, width: 80))
  end

  def test_footnotes_stand_once_by_number
    text = text(MadeRecord.table(contenders: %w[a b]))

    assert_equal 1, text.scan("1  user and system from").size
    assert_equal 2, text.scan(/^set .* 1$/).size
  end

  def test_a_row_without_figures_says_why
    text = text(MadeRecord.table(blocks: 0))

    assert_match(/^set +failed/, text)
    assert_match(/failed: not measured before the run ended/, text)
  end

  def test_latencies_have_a_table_of_their_own
    sample = [((1..300).to_a * 4).pack("L<*")].pack("m0")

    assert_match(/^set +28,800 +150\.0 ns/, text(MadeRecord.table(block: { "latencies" => sample }), width: 120))
    refute_match(/p99/, text(MadeRecord.table))
  end

  def test_ends_with_the_record_and_what_to_run_next
    text = text(MadeRecord.table, record: "runs/one.jsonl", next_steps: ["cachemark show runs/one.jsonl"])

    assert_equal ["Record: runs/one.jsonl\n", "Next: cachemark show runs/one.jsonl\n"], text.lines.last(2)
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(MadeRecord.table))
    assert_match(/\e\[1mdalli/, text(MadeRecord.table, color: true))
  end

  def test_a_table_without_rows_is_still_a_text
    assert_match(/time per call/, text(MadeRecord.table(contenders: [])))
  end

  private

  def text(table, **options) = Cachemark::Report::Terminal.new(table, **options).to_s

  def long_table
    table = MadeRecord.table(contenders: %w[dalli])
    rows = table.rows.map { |row| row.with(label: "dalli:big_read_multi:rails-localcache", section: "dalli") }
    table.with(rows: rows)
  end
end
