# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::ObservationTest < Minitest::Test
    def test_has_the_first_iteration_and_the_second
      seen = of(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], first: { "hits" => 0 }))

      assert_equal [0, 3], [seen.cold.hits, seen.warm.hits]
      assert_equal ["a", "get", %w[client/get sync]], [seen.contender, seen.name, seen.place]
    end

    def test_stands_beside_as_many_workers_whether_or_not_they_share_a_client
      shared = of(MadeWork.row("a", "client/get", [], cell: { "mode" => "gevent-8,shared" }))

      assert_equal [%w[client/get gevent-8], 8], [shared.place, shared.workers]
    end

    def test_over_pairs_its_definition_is_that_of_those_that_the_tap_saw
      seen = of(MadeWork.row("a", "client/get-pairs", [MadeWork.command("get", count: 5, hits: 5)], pairs: 5))

      assert_equal 5, seen.definition.keys_read
    end

    def test_there_is_none_of_what_was_not_observed
      assert_nil of(MadeWork.row("a", "client/get", []).first(2))
    end

    def test_knows_reference_and_ruler
      socket, null = %w[socket null].map { |name| of(MadeWork.row(name, "client/get", [])) }

      assert_equal [true, false, false, true], [socket.reference?, socket.ruler?, null.reference?, null.ruler?]
    end

    def test_who_is_not_printed_is_introduced
      shown, hidden = [true, false].map { |shown| of(MadeWork.row("socket", "client/get", [], cell: { "shown" => shown })) }

      assert_equal [[true, "socket"], [false, "the reference (socket)"]], [shown, hidden].map { |row| [row.shown?, row.title] }
    end

    private

    def of(lines) = Stats::Observation.of(lines.first, Stats::Evidence.new(MadeWork.record(lines)))
  end
end
