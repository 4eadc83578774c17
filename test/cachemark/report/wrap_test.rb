# frozen_string_literal: true

require "test_helper"

class WrapTest < Minitest::Test
  def test_breaks_at_blanks_and_indents_by_the_head
    assert_equal "1  one two\n   three", Cachemark::Report::Wrap.text("one two three", 11, head: "1  ")
  end

  def test_a_long_word_stands_alone
    assert_equal "a\nlonger-than-that\nb", Cachemark::Report::Wrap.text("a longer-than-that b", 6)
  end

  def test_no_line_is_wider
    text = Cachemark::Report::Wrap.text("abc " * 60, 23, head: "Note: ")

    assert_operator text.lines.map { |line| line.chomp.size }.max, :<=, 23
  end

  def test_cutting_marks_the_end
    assert_equal %w[short lon…], [Cachemark::Report::Wrap.cut("short", 5), Cachemark::Report::Wrap.cut("longer", 4)]
  end
end
