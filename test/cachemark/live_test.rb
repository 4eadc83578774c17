# frozen_string_literal: true

require "test_helper"
require "io/console"
require "pty"
require "stringio"

module Cachemark
  class LiveTest < Minitest::Test
    CLOCK = -> { 0.0 }

    def test_lines_where_nobody_looks
      assert_instance_of Live::Lines, Live.for(StringIO.new, clock: CLOCK)
    end

    def test_a_table_on_a_terminal_unless_lines_are_asked_for_or_it_cannot_draw
      PTY.open do |_, terminal|
        assert_instance_of Live::Screen, of(terminal, "xterm")
        assert_instance_of Live::Lines, of(terminal, "dumb")
        assert_instance_of Live::Lines, of(terminal, "xterm", plain: true)
      end
    end

    private

    def of(io, term, **more) = Live.for(io, clock: CLOCK, display: Live::Display.new(io, environment: { "TERM" => term }), **more)
  end

  class Live::ViewTest < Minitest::Test
    class Loud < Live::View
      def on_cell(cell:) = @io.puts(cell)
    end

    def test_events_with_a_method_are_heard_and_others_passed_over
      view = Loud.new(io = StringIO.new, clock: -> { 0 })
      view.notify(:cell, cell: "get")
      view.notify(:round, number: 1)

      assert_equal "get\n", io.string
    end

    # A handler that another thread could enter before it is done.
    class Slow < Live::View
      attr_reader :most

      def on_cell(cell:)
        @inside = @inside.to_i + cell
        @most = [@most.to_i, @inside].max
        sleep(0.002)
        @inside -= cell
      end
    end

    def test_events_of_several_threads_are_shown_one_after_the_other
      view = Slow.new(StringIO.new, clock: -> { 0 })
      Array.new(4) { Thread.new { view.notify(:cell, cell: 1) } }.each(&:join)

      assert_equal 1, view.most
    end

    # A handler that reads a file, which is gone.
    class Mistaken < Live::View
      def on_cell(cell:) = File.read(cell)
    end

    def test_a_stream_that_is_gone_ends_nothing
      io = StringIO.new
      io.close

      [Live::Lines, Live::Screen].each do |type|
        view = type.new(io, clock: -> { 0 })
        view.notify(:warning, message: "late")
        view.notify(:done)
      end
      assert_predicate io, :closed?
    end

    def test_any_other_mistake_of_a_view_is_not_hidden
      assert_raises(Errno::ENOENT) { Mistaken.new(StringIO.new, clock: -> { 0 }).notify(:cell, cell: "/nowhere") }
    end
  end

  class Live::DisplayTest < Minitest::Test
    def test_reads_the_size_of_the_terminal_each_time
      terminal do |io|
        io.winsize = [30, 100]
        display = Live::Display.new(io, environment: {})
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

        assert_equal Live::Display::LEAST, Live::Display.new(io, environment: {}).width
      end
    end

    def test_a_file_is_wide_and_plain
      display = Live::Display.new(StringIO.new, environment: { "TERM" => "xterm" })

      assert_equal [false, false, false, 120], [display.terminal?, display.draws?, display.color?, display.width]
    end

    def test_colours_are_a_wish
      terminal do |io|
        wishes = { {} => true, { "NO_COLOR" => "1" } => false, { "NO_COLOR" => "" } => true, { "TERM" => "dumb" } => false }
        wishes.each do |env, color|
          assert_equal color, Live::Display.new(io, environment: env).color?, env.inspect
        end
      end
    end

    def test_a_dumb_terminal_draws_nothing_again
      terminal do |io|
        refute_predicate Live::Display.new(io, environment: { "TERM" => "dumb" }), :draws?
        assert_predicate Live::Display.new(io, environment: { "TERM" => "xterm" }), :draws?
      end
    end

    private

    def terminal = PTY.open { |_, io| yield io }

    def size(io, environment) = Live::Display.new(io, environment: environment).then { |display| [display.height, display.width] }
  end
end
