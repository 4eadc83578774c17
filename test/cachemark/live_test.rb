# frozen_string_literal: true

require "test_helper"
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

    def of(io, term, **more) = Live.for(io, clock: CLOCK, display: Display.new(io, environment: { "TERM" => term }), **more)
  end
end
