# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::FreshTest < Minitest::Test
    FLUSH = Fault::Call.new(step: { "server" => "flush" }, type: "ok")

    def test_a_miss_is_allowed_where_servers_come_and_go
      assert_nil said(MadeTrial.read("k1", nil), MadeTrial.read("k2", MadeTrial.own("k2")))
    end

    def test_an_older_value_is_a_failure
      stale = MadeTrial.read("k1", MadeTrial.own("k1"))

      assert_equal ["FAIL", /older value of the key/], matched(/older value of the key/, FLUSH, stale)
    end

    def test_another_keys_value_is_corrupt
      assert_equal ["CORRUPT", /another key's value/], matched(/another key's value/, MadeTrial.read("k1", MadeTrial.own("k2")))
    end

    private

    def said(*calls) = Fault::Invariants::Fresh.call(MadeTrial.trial(*calls))

    # [outcome, the pattern where the reason matches it]
    def matched(pattern, *calls)
      outcome, reason = said(*calls)
      [outcome, reason.match?(pattern) ? pattern : reason]
    end
  end
end
