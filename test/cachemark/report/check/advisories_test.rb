# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Report::CheckAdvisoriesTest < Minitest::Test
    GET = "interrupt/kill-in-get"
    CONTENDERS = %w[dalli@1.0 dalli@1.1].freeze

    def test_the_answer_and_the_table_say_what_each_release_did
      text = terminal("CORRUPT", "PASS")

      assert_match(/\AShown by the affected releases, and gone in the fixed ones: 1 of 1 advisory\.$/, text)
      assert_match(/^GHSA-x: a get returns another key's value$/, text)
      assert_match(/^1\.1 +1\.0 CORRUPT +1\.1 gone +get of k2 returned another key's value$/, text)
      refute_includes text, "cachemark check dalli@1.0"
    end

    def test_what_is_wrong_comes_first
      assert_match(/\A.* 0 of 1 advisory\.\nGHSA-x: 1\.1 still shows it\.$/, terminal("CORRUPT", "FAIL"))
      assert_match(/\A.* 0 of 1 advisory\.\nGHSA-x: 1\.0 does not show it\.$/, terminal("PASS", "PASS"))
    end

    def test_a_release_that_could_not_be_tried_has_its_reason
      text = terminal("UNSUPPORTED", "UNSUPPORTED")

      assert_match(/\A.* 0 of 0 advisories\.\nNot tried: 1\.$/, text)
      assert_match(/^ +GHSA-x in 1\.1: not tried, because get of k2/, text)
    end

    def test_json_has_each_line_by_the_schema
      document = JSON.parse(formatted("json", "CORRUPT", "UNSUPPORTED"))
      facts = document["advisories"].first["lines"].first

      assert_equal ["1.1", "1.0", "1.1", true, nil], facts.values_at("line", "affected", "fixed", "shown", "gone")
      assert_match(/\Aget of k2/, facts["reason"])
    end

    private

    def terminal(affected, fixed) = formatted("terminal", affected, fixed)

    def formatted(format, affected, fixed)
      record = MadeCheck.record(CONTENDERS.zip([affected, fixed]).to_h { |who, outcome| [who, { GET => outcome }] },
                                run: { "options" => { "advisories" => [MadeCheck.advisory([GET], CONTENDERS)] } })
      Report::Check.text(Cachemark::Report::Sentences.in(Cachemark::Stats::Check.of(record)), format)
    end
  end
end
