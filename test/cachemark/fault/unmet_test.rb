# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::UnmetTest < Minitest::Test
    def test_moves_that_were_never_made_show_nothing
      spoilt, plain = MadeTrial.trial(call, bytes: 5), MadeTrial.trial(call)

      assert_equal Fault::Unmet::UNSENT, reason([plain], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([plain, spoilt], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([plain])
    end

    def test_an_interrupt_that_never_came_shows_nothing
      interrupted = call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } })

      assert_equal Fault::Unmet::UNTOUCHED, reason([MadeTrial.trial(interrupted)])
      assert_nil reason([MadeTrial.trial(interrupted), MadeTrial.trial(interrupted.with(swallowed: true))])
      assert_nil reason([MadeTrial.trial(interrupted.with(type: "raised", error: {}))])
      assert_nil reason([MadeTrial.trial(interrupted.with(type: nil))])
    end

    def test_of_several_each_must_show_nothing
      untouched = MadeTrial.trial(call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } }), bytes: 5)
      unsent = MadeTrial.trial(call.with(step: { **call.step, "interrupt" => { "by" => "timeout" } }, swallowed: true))

      assert_equal Fault::Unmet::UNTOUCHED, reason([untouched, unsent], proxy: { "do" => [{ "close" => "end" }] })
      assert_nil reason([untouched, unsent])
    end

    private

    def call = MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject")

    def reason(trials, **parts)
      fault = MadeTrial.fault(**parts)
      Fault::Unmet.reason(Fault::Case.new(id: "a/b", fault: fault, variant: {}), trials)
    end
  end
end
