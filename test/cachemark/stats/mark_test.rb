# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::MarkTest < Minitest::Test
    AT = "2026-11-20T09:00:00Z"

    def test_tells_what_was_found_how_long_ago_and_how_to_look
      assert_equal "CORRUPT: it returns wrong values, as check saw on 2026-11-20, 2 days before: a/1, a/2 " \
                   "(cachemark check dalli@2.7.11)", sentence(%w[a/1 a/2], "2026-11-22T10:00:00Z")
    end

    def test_of_many_cases_three_are_named
      assert_match(/2026-11-20: a\/1, a\/2, a\/3, 2 more \(/, sentence(%w[a/1 a/2 a/3 a/4 a/5], "2026-11-20T23:00:00Z"))
    end

    def test_who_was_never_found_so_has_no_mark
      assert_nil Stats::Mark.sentence({}, "dalli")
      assert_nil Stats::Mark.sentence({ "marks" => {} }, "dalli")
    end

    private

    def sentence(cases, started)
      marks = { "dalli" => { "notation" => "dalli@2.7.11", "cases" => cases.to_h { |id| [id, AT] } } }
      Stats::Mark.sentence({ "marks" => marks, "started_at" => started }, "dalli")
    end
  end
end
