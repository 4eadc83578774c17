# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::Screen::RedrawnLinesTest < Minitest::Test
    Size = Struct.new(:height, :width)

    def setup
      @lines = Live::Screen::RedrawnLines.new(@io = StringIO.new, @size = Size.new(24, 80))
    end

    def test_draws_over_what_it_drew
      refute_predicate @lines, :drawn?
      @lines.draw(%w[one two and])
      @lines.draw(["three"])

      assert_predicate @lines, :drawn?
      assert_equal "three\n", shown
    end

    def test_a_drawing_is_one_write
      @lines.draw(%w[one two])
      @io.define_singleton_method(:print) { |*texts| (@prints ||= []).push(*texts) && super(*texts) }
      @lines.draw(%w[three four])

      assert_equal 1, @io.instance_variable_get(:@prints).size
    end

    def test_renews_the_first_lines_only
      @lines.draw(%w[one two three])
      @lines.renew(["1"])
      assert_equal "1\ntwo\nthree\n", shown

      @lines.renew(%w[1 2 3])
      @lines.renew(%w[a b c])
      assert_equal "a\nb\nc\n", shown
    end

    def test_wide_characters_count_twice_and_a_cut_line_has_no_half_of_a_colour
      @lines.draw(["\e[31m#{"漢" * 60}\e[0m"])

      assert_equal "#{"漢" * 39}…\n", shown
    end

    def test_does_not_draw_over_lines_that_it_left
      @lines.draw(%w[one two])
      @lines.leave(["a warning"])
      @lines.draw(["two"])

      assert_equal "a warning\ntwo\n", shown
    end

    def test_leaves_room_for_the_prompt
      assert_equal [79, 23], [@lines.width, @lines.room]
    end

    def test_a_terminal_that_got_narrower_has_folded_the_lines
      @lines.draw(["x" * 79, "y"])
      refute_predicate @lines, :resized?

      @size.width = 40
      assert_predicate @lines, :resized?
      @lines.draw(["z"])

      assert_includes @io.string, "\e[3A"
      assert_equal "z\n", shown
      refute_predicate @lines, :resized?
    end

    # tmux and others would keep the old lines.
    def test_it_never_clears_the_whole_screen
      @lines.draw(%w[one two])
      @lines.draw(["three"])
      @lines.leave([])

      refute_match(/\e\[\d*J/, @io.string)
      assert_equal "\n", shown
    end

    private

    def shown = TinyTerminal.show(@io.string)
  end
end
