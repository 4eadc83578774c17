# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::PagesTest < Minitest::Test
    SECTIONS = [%w[a a1 a2 a3], %w[b b1]].freeze

    def setup
      @now = 0.0
      @pages = Live::Pages.new(clock: -> { @now })
    end

    def test_sections_are_apart_where_there_is_room_and_close_where_not
      assert_equal ["a", "a1", "a2", "a3", "", "b", "b1"], @pages.of(SECTIONS, 7)
      assert_equal %w[a a1 a2 a3 b b1], @pages.of(SECTIONS, 6)
    end

    def test_pages_take_turns_and_each_begins_with_a_heading
      shown = Array.new(4) { @pages.of(SECTIONS, 4).tap { @now += Live::Pages::TURN_S } }

      assert_equal [["a", "a1", "a2", "page 1 of 2"], ["a", "a3", "page 2 of 2"]].map(&:first), shown.first(2).map(&:first)
      assert_equal shown.first, shown[shown.first.last[/\d+\z/].to_i]
    end

    def test_no_row_is_lost_and_no_heading_ends_a_page
      shown = Array.new(3) { @pages.of(SECTIONS, 4).tap { @now += Live::Pages::TURN_S }[0..-2] }

      assert_equal %w[a1 a2 a3 b1], (shown.flatten & %w[a1 a2 a3 b1])
      shown.each { |page| assert_match(/\d/, page.last) }
    end

    def test_a_page_stands_for_a_while
      @pages.of(SECTIONS, 4)
      refute_predicate @pages, :turned?

      @now += Live::Pages::TURN_S
      assert_predicate @pages, :turned?
      @pages.of(SECTIONS, 4)
      refute_predicate @pages, :turned?
    end

    def test_what_fits_never_turns
      @pages.of(SECTIONS, 20)
      @now += 60

      refute_predicate @pages, :turned?
    end

    def test_nothing_is_no_line
      assert_equal [], @pages.of([], 5)
    end

    def test_the_rest_is_counted
      assert_equal ["a", "  ... 2 more"], Live::Pages.fitting(%w[a b c], 1)
      assert_equal ["a"], Live::Pages.fitting(["a"], 1)
    end
  end
end
