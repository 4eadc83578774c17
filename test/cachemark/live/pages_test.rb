# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::PagesTest < Minitest::Test
    def test_what_fits_is_one_page
      assert_equal %w[a b], Live::Pages.new.next(%w[a b], 2)
    end

    def test_each_call_shows_another_page_and_begins_again
      pages = Live::Pages.new
      shown = Array.new(3) { pages.next(%w[a b c], 2) }

      assert_equal [["a", "b", "  rows 1 to 2 of 3"], ["c", "  rows 3 to 3 of 3"], ["a", "b", "  rows 1 to 2 of 3"]], shown
    end

    def test_the_rest_is_counted
      assert_equal ["a", "  ... 2 more"], Live::Pages.fitting(%w[a b c], 1)
      assert_equal ["a"], Live::Pages.fitting(["a"], 1)
    end
  end
end
