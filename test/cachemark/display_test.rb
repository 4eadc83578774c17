# frozen_string_literal: true

require "test_helper"
require "pty"
require "stringio"

module Cachemark
  class DisplayTest < Minitest::Test
    def test_a_terminal_tells_its_size_each_time
      terminal do |io|
        io.winsize = [30, 100]
        display = Display.new(io, environment: {})
        assert_equal [30, 100], [display.height, display.width]

        io.winsize = [50, 44]
        assert_equal [50, 44], [display.height, display.width]
      end
    end

    def test_one_that_does_not_tell_has_the_size_that_the_environment_says_or_the_usual
      terminal do |io|
        io.winsize = [0, 0]

        assert_equal [24, 80], size(io, {})
        assert_equal [40, 132], size(io, { "LINES" => "40", "COLUMNS" => "132" })
      end
    end

    def test_is_never_narrower_than_can_be_read
      terminal do |io|
        io.winsize = [24, 3]

        assert_equal Display::LEAST, Display.new(io, environment: {}).width
      end
    end

    def test_a_file_is_wide_and_plain
      display = Display.new(StringIO.new, environment: { "TERM" => "xterm" })

      assert_equal [false, false, false, 120], [display.terminal?, display.draws?, display.color?, display.width]
    end

    def test_colours_are_a_wish
      terminal do |io|
        wishes = { {} => true, { "NO_COLOR" => "1" } => false, { "NO_COLOR" => "" } => true, { "TERM" => "dumb" } => false }
        wishes.each do |env, color|
          assert_equal color, Display.new(io, environment: env).color?, env.inspect
        end
      end
    end

    def test_a_dumb_terminal_draws_nothing_again
      terminal do |io|
        refute_predicate Display.new(io, environment: { "TERM" => "dumb" }), :draws?
        assert_predicate Display.new(io, environment: { "TERM" => "xterm" }), :draws?
      end
    end

    private

    def terminal = PTY.open { |_, io| yield io }

    def size(io, environment) = Display.new(io, environment: environment).then { |display| [display.height, display.width] }
  end
end
