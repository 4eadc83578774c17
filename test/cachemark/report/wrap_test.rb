# frozen_string_literal: true

require "test_helper"

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
