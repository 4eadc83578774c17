# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Update::HeadingsTest < Minitest::Test
    def test_finds_both_forms_with_their_levels
      assert_equal [["Title", 1, 0, 1], ["method", 2, 3, 4], ["a b", 3, 6, 6], ["", 6, 7, 7]],
                   of("Title", "=", "text", "method", "---", "", "### a b ##", "######")
    end

    def test_what_is_no_heading
      assert_empty of("#hash", "    # code", "", "----", "- item", "---", "> said", "---", "    code", "---", "| a |", "---",
                      "a - b", "- -")
    end

    def test_a_fence_holds_none
      assert_equal [["after", 1, 6, 6]], of("```sh", "# comment", "~~~", "results", "---", "```", "# after")
      assert_empty of("~~~~", "# in", "~~~", "# still", "~~~~")
    end

    private

    def of(*lines) = Report::Update::Headings.all(lines).map(&:to_a)
  end
end
