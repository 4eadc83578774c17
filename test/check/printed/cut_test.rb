# frozen_string_literal: true

require "test_helper"
require_relative "../../../check/printed"

module Check
  module Printed
    class CutTest < Minitest::Test
      OUTPUT = "dalli is slower.\n\nChange: how much\nmore.\n\n  verdict  \nget  slower\n\nNote: calibrated\n\n" \
               "Cachemark 1.0.0, 2026-11-28T10:00:00Z: cachemark compare\n\nRecord: run.jsonl\n"

      def test_takes_lines_by_number_from_both_ends
        assert_equal %w[a b], cut("1..2", "a\nb\nc\n")
        assert_equal %w[b c], cut("-2..-1", "a\nb\nc\n")
      end

      def test_ends_with_a_pattern_or_before_it
        assert_equal ["  verdict", "get  slower"], cut("/verdict/../get/", OUTPUT)
        assert_equal ["  verdict"], cut("/verdict/.../get/", OUTPUT)
      end

      def test_shows_a_gap_as_three_dots
        assert_equal ["dalli is slower.", "...", "  verdict", "get  slower"], cut("1.../^$/, /verdict/.../^Note:/", OUTPUT)
      end

      def test_shows_no_gap_where_nothing_was_cut
        assert_equal %w[a b], cut("1.../x|b/, /b/.../x/", "a\n\nb\n")
      end

      def test_goes_to_the_end_without_the_line_before_which_it_would_end
        assert_equal %w[b c], cut("/b/.../^Note:/", "a\nb\nc\n")
      end

      def test_never_has_the_lines_that_are_in_the_caption
        assert_equal ["dalli is slower.", "", "Change: how much"], cut("1..-1", OUTPUT).first(3)
        assert_equal "Note: calibrated", cut("1..-1", OUTPUT).last
        assert_equal ["one"], cut("1..-1", "one\n\nRecord: run.jsonl\n")
      end

      def test_refuses_an_output_without_its_lines
        { "/nothing/..-1" => "no line /nothing/", "1../nothing/" => "no line /nothing/", "1..9" => "no line 9",
          "5..-1" => "no line 5" }.each do |lines, said|
          assert_match(/#{Regexp.escape(said)}\z/, assert_raises(Problem) { cut(lines, "a\nb\n") }.message)
        end
      end

      private

      def cut(lines, output) = Cut.new(lines).of(output)
    end
  end
end
