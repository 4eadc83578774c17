# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::WholeDeadlineTest < Minitest::Test
    def test_a_timeout_of_each_read_is_told_and_held_against_nobody
      assert_nil said(100)
      assert_equal ["INFO", "get took 900 ms, and its documentation and settings allow 50 ms: its timeout is of each read"],
                   said(900)
      assert_equal ["INFO", "get took 900 ms, and no bound is documented"], said(900, bound_ms: nil)
    end

    private

    def said(millis, bound_ms: 50)
      subject = MadeTrial.read("k1", nil, role: "subject").with(ended_ns: millis * 1_000_000)
      bounds = Catalog::Client::Examination.new(bound_ms: bound_ms, source: "https://example.org")
      Fault::Invariants::WholeDeadline.call(MadeTrial.trial(subject, bounds: bounds))
    end
  end
end
