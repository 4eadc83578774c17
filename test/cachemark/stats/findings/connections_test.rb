# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::FindingsConnectionsTest < Minitest::Test
    include MadeFindings

    def test_workers_that_have_fewer_connections_than_they_are
      assert_equal ["its 8 workers use one connection"], of("gevent-8,shared", 1)
      assert_equal ["its 4 workers use 2 connections"], of("threads-4", 2)
    end

    def test_as_many_as_workers_are_right_and_what_nobody_counted_is_not_told
      [["threads-4", 4], ["threads-4", 8], ["threads-4", nil], ["threads-4", 0], ["sync", 1]].each do |mode, used|
        assert_empty of(mode, used), mode
      end
    end

    private

    def of(mode, used) = texts(row("a", SET, set, used: used, cell: { "mode" => mode }))
  end
end
