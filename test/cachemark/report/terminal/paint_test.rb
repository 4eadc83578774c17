# frozen_string_literal: true

require "test_helper"

class TerminalPaintTest < Minitest::Test
  def test_paints_only_where_colour_is_wanted
    plain = Cachemark::Report::Terminal::Paint.new(false)
    coloured = Cachemark::Report::Terminal::Paint.new(true)

    assert_equal %w[a a a], [plain.strong("a"), plain.faint("a"), plain.alarm("a")]
    assert_equal ["\e[1ma\e[0m", "\e[2ma\e[0m", "\e[31ma\e[0m"], [coloured.strong("a"), coloured.faint("a"), coloured.alarm("a")]
  end

  def test_each_verdict_has_its_colour
    paint = Cachemark::Report::Terminal::Paint.new(true)

    assert_equal ["\e[32ma\e[0m", "\e[31ma\e[0m", "a", "\e[33ma\e[0m", "\e[31ma\e[0m"],
                 %w[faster slower same unresolved invalid].map { |verdict| paint.verdict(verdict, "a") }
  end
end
