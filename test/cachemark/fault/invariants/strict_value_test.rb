# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::StrictValueTest < Minitest::Test
    def test_the_call_that_a_wrong_reply_answers_must_see_that_it_is_wrong
      outcome, reason = said(MadeTrial.read("k1", MadeTrial.own("k7"), role: "subject"))

      assert_equal "FAIL", outcome
      assert_match(/\Aget of k1 returned another key's value/, reason)
      assert_nil said(MadeTrial.raised("k1", role: "subject"))
    end

    def test_who_takes_it_for_a_miss_harms_nobody
      assert_equal "NON-STRICT", said(MadeTrial.read("k1", nil, role: "subject")).first
      excused = Catalog::Client::Examination.new(misses: "it says so")
      assert_equal "INFO", said(MadeTrial.read("k1", nil, role: "subject"), bounds: excused).first
    end

    def test_what_it_leaves_behind_is_not_taken_for_the_answer_to_another_call
      outcome, reason = said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1")))

      assert_equal "FAIL", outcome
      assert_match(/\Athe server was wrong first: get of k2/, reason)
      assert_equal "NON-STRICT", said(MadeTrial.raised("k1", role: "subject"), MadeTrial.read("k2", nil)).first
    end

    def test_the_worse_of_both_is_told
      assert_equal "FAIL", said(MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", MadeTrial.own("k1"))).first
    end

    private

    def said(*calls, **facts) = Fault::Invariants::StrictValue.call(MadeTrial.trial(*calls, **facts))
  end
end
