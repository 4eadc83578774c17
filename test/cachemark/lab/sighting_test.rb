# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::SightingTest < Minitest::Test
    include AContest

    # Each pair takes five seconds of this clock.
    def setup = live.at(:pair) { clock.pass(5) }

    def test_ends_when_its_time_is_over_and_not_after_a_minute
      assert_equal "complete", sighting(20.0)
      assert_includes 3..5, writer.record.pairs.size
      assert_equal ["survey", "1.6"], writer.record.lines.last.values_at("type", "memcached")
    end

    def test_pairs_are_those_of_a_minute
      sighting(10.0)

      assert_equal quads_of_a_minute, quads(writer.record)
    end

    def test_a_signal_ends_it
      live.at(:pair) { interrupt }

      assert_equal "interrupted", sighting(20.0)
    end

    private

    def sighting(for_s) = lab(Lab::Sighting::With.new(-> { { "memcached" => "1.6" } }), cells(%w[a b]), for_s: for_s).call

    # Of the first pair.
    def quads(record) = record.blocks.select { |block| block["pair"] == 1 }.map { |block| block["quad"] }.uniq.size

    def quads_of_a_minute
      other = self.class.new("other")
      other.live.at(:pair) { other.interrupt }
      other.lab(Lab::Compare, other.cells(%w[a b]), for_s: 60.0).call
      quads(other.writer.record)
    ensure
      other&.after_teardown
    end
  end
end
