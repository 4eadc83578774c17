# frozen_string_literal: true

require "test_helper"

class TerminalFoldTest < Minitest::Test
  def test_breaks_after_commas_and_colons_and_keeps_numbers_with_their_words
    assert_equal ["4 get, 2 set,", "delete, 2 incr"], lines("4 get, 2 set, delete, 2 incr", 14)
    assert_equal ["2,13,", "14,15"], lines("2,13,14,15", 6)
    assert_equal ["big_read_multi:", "rails-localcache"], lines("big_read_multi:rails-localcache", 16)
    assert_equal ["8 marshalled", "twice"], lines("8 marshalled twice", 12)
  end

  def test_what_fits_is_left_alone
    assert_equal ["3 get, 3 set"], lines("3 get, 3 set", 12)
    assert_equal [""], lines("", 5)
  end

  def test_what_fits_nowhere_is_broken_where_it_must_be
    assert_equal ["2147-2148", "entry"], lines("2147-2148 entry", 12)
    assert_equal %w[abcd ef], lines("abcdef", 4)
  end

  private

  def lines(text, room) = Cachemark::Report::Terminal::Fold.lines(text, room)
end
