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

    def test_a_table_on_a_terminal_unless_lines_are_asked_for
      PTY.open do |_, terminal|
        assert_instance_of Live::Screen, Live.for(terminal, clock: CLOCK)
        assert_instance_of Live::Lines, Live.for(terminal, clock: CLOCK, plain: true)
      end
    end
  end
end
