# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class Live::ViewTest < Minitest::Test
    class Loud < Live::View
      def on_cell(cell:) = @io.puts(cell)
    end

    def test_events_with_a_method_are_heard_and_others_passed_over
      view = Loud.new(io = StringIO.new, clock: -> { 0 })
      view.tell(:cell, cell: "get")
      view.tell(:round, number: 1)

      assert_equal "get\n", io.string
    end

    def test_a_stream_that_is_gone_ends_nothing
      io = StringIO.new
      io.close_write

      assert_nil Loud.new(io, clock: -> { 0 }).tell(:cell, cell: "get")
    end
  end
end
