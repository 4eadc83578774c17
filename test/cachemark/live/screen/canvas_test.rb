# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::Screen::CanvasTest < Minitest::Test
    Size = Struct.new(:height, :width)

    def setup
      @canvas = Live::Screen::Canvas.new(@io = StringIO.new, @size = Size.new(24, 80))
    end

    def test_draws_over_what_it_drew
      refute_predicate @canvas, :drawn?
      @canvas.draw(%w[one two and])
      @canvas.draw(["three"])

      assert_predicate @canvas, :drawn?
      assert_equal "three\n", shown
    end

    def test_a_drawing_is_one_write
      @canvas.draw(%w[one two])
      @io.define_singleton_method(:print) { |*texts| (@prints ||= []).push(*texts) && super(*texts) }
      @canvas.draw(%w[three four])

      assert_equal 1, @io.instance_variable_get(:@prints).size
    end

    def test_renews_the_first_lines_only
      @canvas.draw(%w[one two three])
      @canvas.renew(["1"])
      assert_equal "1\ntwo\nthree\n", shown

      @canvas.renew(%w[1 2 3])
      @canvas.renew(%w[a b c])
      assert_equal "a\nb\nc\n", shown
    end

    def test_no_line_is_wider_than_the_screen
      @canvas.draw(["x" * 10_000])

      assert_equal 79, shown.chomp.size
    end

    def test_wide_characters_count_twice_and_a_cut_line_has_no_half_of_a_colour
      @canvas.draw(["\e[31m#{"漢" * 60}\e[0m"])

      assert_equal "#{"漢" * 39}\n", shown
    end

    def test_does_not_draw_over_lines_that_it_left
      @canvas.draw(%w[one two])
      @canvas.leave(["a warning"])
      @canvas.draw(["two"])

      assert_equal "a warning\ntwo\n", shown
    end

    def test_leaves_room_for_the_prompt
      assert_equal [79, 23], [@canvas.width, @canvas.room]
    end

    def test_a_terminal_that_got_narrower_has_folded_the_lines
      @canvas.draw(["x" * 79, "y"])
      refute_predicate @canvas, :resized?

      @size.width = 40
      assert_predicate @canvas, :resized?
      @canvas.draw(["z"])

      assert_includes @io.string, "\e[3A"
      assert_equal "z\n", shown
      refute_predicate @canvas, :resized?
    end

    # tmux and others would keep the old lines.
    def test_it_never_clears_the_whole_screen
      @canvas.draw(%w[one two])
      @canvas.draw(["three"])
      @canvas.leave([])

      refute_match(/\e\[\d*J/, @io.string)
      assert_equal "\n", shown
    end

    private

    def shown = TinyTerminal.show(@io.string)
  end
end
