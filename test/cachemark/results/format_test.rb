# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::FormatTest < Minitest::Test
    CLOSED = { "additionalProperties" => false }.freeze
    FORM = { **CLOSED, "properties" => { "a" => { "additionalProperties" => { **CLOSED, "properties" => { "b" => {} } } },
                                         "c" => { "items" => { "properties" => { "word" => { "enum" => %w[x y] } } } },
                                         "d" => {}, "e" => { "since" => "1.10.0" } } }.freeze

    def known(value, **more) = Results::Format.known(value, FORM, **more)

    def test_members_of_a_closed_object_are_known
      assert_equal({ "a" => { "any" => { "b" => 1 } }, "d" => { "new" => 1 } },
                   known({ "a" => { "any" => { "b" => 1, "new" => 2 } }, "d" => { "new" => 1 }, "new" => 3 }))
    end

    def test_elements_with_an_unknown_word_are_ignored
      assert_equal({ "c" => [{ "word" => "x" }, { "word" => 7 }, 1] },
                   known({ "c" => [{ "word" => "x" }, { "word" => "z" }, { "word" => 7 }, 1] }))
    end

    def test_an_earlier_version_has_no_later_members
      facts = { "d" => 1, "e" => 2 }

      assert_equal [facts, facts, facts], [nil, "1.10.0", "?"].map { |version| known(facts, version: version) }
      assert_equal({ "d" => 1 }, known(facts, version: "1.9.0"))
    end

    def test_what_is_written_today_is_known
      campaign = { "id" => "x", "begun" => "2026-11-26T10:00:00Z", "step" => "y" }
      result = MadeResults.check({ "dalli@5.3.2" => { "CORRUPT" => 1 } }, campaign: campaign)

      assert_equal result.facts, Results::Format.known(result.facts)
    end
  end
end
