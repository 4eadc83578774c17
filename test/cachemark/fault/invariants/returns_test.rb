# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::ReturnsTest < Minitest::Test
    def test_the_first_call_may_fail_and_no_other
      bad = MadeTrial.raised("k3").with(began_ns: 0)

      assert_nil said(fine, fine)
      assert_equal ["NON-STRICT", "1 of 2 calls failed, 32 s after it was over: SomeError"], said(bad, fine)
      assert_equal ["FAIL", "1 of 2 calls failed, 32 s after it was over: SomeError"], said(fine, bad)
      assert_equal ["FAIL", "2 of 2 calls failed, 32 s after it was over: SomeError"], said(bad, bad)
    end

    def test_a_miss_of_what_is_there_is_a_failure_and_one_of_what_is_gone_is_not
      missed = MadeTrial.read("k3", nil)

      assert_equal ["FAIL", "1 of 2 calls failed, 32 s after it was over: a miss"], said(fine, missed, state: { "k3" => "x" })
      assert_nil said(fine, missed, state: { "k3" => nil })
    end

    def test_that_a_client_leaves_a_server_alone_is_no_excuse
      bounds = Catalog::Client::Examination.new(down: "for 30 s", misses: "errors are misses", source: "https://example.org")
      bad = MadeTrial.raised("k3")

      assert_equal "FAIL", said(bad, bad, bounds: bounds).first
    end

    private

    def fine = MadeTrial.read("k2", MadeTrial.own("k2"))

    # 32 s after the last call that could fail.
    def said(*probes, **facts)
      tried = MadeTrial.raised("k1", role: "tried").with(began_ns: -33_000_000_000, ended_ns: -32_000_000_000)
      Fault::Invariants::Returns.call(MadeTrial.trial(tried, *probes, **facts))
    end
  end
end
