# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::LivesTest < Minitest::Test
    def test_a_call_that_never_came_back_hangs
      open = Fault::Call.new(step: { "op" => "incr", "key" => "c1" }, type: nil)

      assert_equal ["HANG", "no answer in incr"], said(open, ending: "hung")
    end

    def test_a_process_that_ended_crashed
      assert_equal ["CRASH", "the process was killed by signal 11 between calls"],
                   said(MadeTrial.read("k1", nil), ending: "killed by signal 11")
    end

    def test_so_did_a_forked_one_that_ended_in_a_call
      open = Fault::Call.new(step: { "op" => "get", "key" => "k2" }, type: nil, lane: 1)

      assert_equal ["CRASH", "a process that shared the client ended in get"], said(MadeTrial.read("k1", nil), open)
    end

    def test_a_constructor_of_which_no_client_came
      unmade = ->(how) { said(MadeTrial.read("k1", nil), ending: "#{Fault::Trial::UNMADE}#{how}") }

      assert_equal ["FAIL", "no client could be made (raised Errno::ECONNREFUSED: no)"],
                   unmade.call("raised Errno::ECONNREFUSED: no")
      assert_equal %w[HANG CRASH], ["hung", "killed by signal 11"].map { |how| unmade.call(how).first }
    end

    def test_what_came_to_its_end_lives
      assert_nil said(MadeTrial.raised("k1"))
    end

    private

    def said(*calls, **facts) = Fault::Invariants::Lives.call(MadeTrial.trial(*calls, **facts))
  end
end
