# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::CanvasTest < Minitest::Test
    def setup
      @canvas = Live::Canvas.new(@io = StringIO.new)
    end

    def test_draws_over_what_it_drew
      refute_predicate @canvas, :drawn?
      @canvas.draw(%w[one two])
      @canvas.draw(["three"])

      assert_predicate @canvas, :drawn?
      assert_equal "one\ntwo\n#{TTY::Cursor.clear_lines(3, :up)}three\n", @io.string
    end

    def test_renews_the_first_line_only
      @canvas.draw(%w[one two])
      @canvas.renew("1")

      assert_equal "one\ntwo\n\e[2A\e[2K\e[1G1\r\e[2B", @io.string
    end

    def test_no_line_is_wider_than_the_screen
      @canvas.draw(["x" * 10_000])

      assert_operator @io.string.chomp.size, :<, [TTY::Screen.width, 21].max
    end

    def test_what_it_leaves_is_not_drawn_over
      @canvas.draw(["one"])
      @canvas.leave(["a warning"])
      @canvas.draw(["two"])

      assert @io.string.end_with?("a warning\ntwo\n")
    end

    def test_leaves_room_for_lines_around_it
      assert_operator @canvas.room, :<, TTY::Screen.height
    end
  end
end
