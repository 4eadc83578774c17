# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::ProcessState::LivesTest < Minitest::Test
    def test_a_call_that_never_returned_hangs
      open = Fault::Trial::Call.new(step: { "op" => "incr", "key" => "c1" }, type: nil)

      assert_equal ["HANG", "no answer in incr within 4.0 s"], said(open, ending: "hung", silence_s: 4.02)
    end

    def test_a_process_that_ended_crashed
      assert_equal ["CRASH", "the process was killed by signal 11 between calls"],
                   said(MadeTrial.read("k1", nil), ending: "killed by signal 11")
    end

    def test_a_forked_process_that_ended_in_a_call_crashed
      open = Fault::Trial::Call.new(step: { "op" => "get", "key" => "k2" }, type: nil, lane: 1)

      assert_equal ["CRASH", "a process that shared the client ended in get"], said(MadeTrial.read("k1", nil), open)
    end

    def test_a_call_of_a_quiet_block_whose_thread_was_killed_does_not_crash
      assert_nil said(Fault::Trial::Call.new(step: { "op" => "set", "key" => "k2", "role" => "quiet" }, type: nil))
    end

    def test_a_constructor_that_returned_no_client_fails
      unmade = ->(how) { said(MadeTrial.read("k1", nil), ending: "#{Fault::Trial::NO_CLIENT}#{how}") }

      assert_equal ["FAIL", "the client could not be created (raised Errno::ECONNREFUSED: no)"],
                   unmade.call("raised Errno::ECONNREFUSED: no")
      assert_equal %w[HANG CRASH], ["hung", "killed by signal 11"].map { |how| unmade.call(how).first }
    end

    def test_a_call_within_its_memory_passes_and_another_fails
      rule = Fault::Invariants::ProcessState::WithinMemory
      judged = ->(**error) { MadeTrial.judged(rule, MadeTrial.trial(MadeTrial.raised("k1", **error), memory_mb: 512)) }

      assert_equal ["FAIL", "get needs more than 512 MB: NoMemoryError"], judged.call(error: "NoMemoryError", message: "failed")
      assert_equal "FAIL", judged.call(message: "MEMORY ALLOCATION FAILURE").first
      assert_nil judged.call(message: "the reply is too long")
    end

    def test_a_finished_trial_lives
      assert_nil said(MadeTrial.raised("k1"))
    end

    private

    def said(*calls, **facts) = MadeTrial.judged(Fault::Invariants::ProcessState::Lives, MadeTrial.trial(*calls, **facts))
  end

  class Fault::Invariants::ProcessState::NoLeakTest < Minitest::Test
    def test_figures_that_stay_about_the_same_are_no_leak
      assert_nil said([10, 2, 30_000_000], [14, 3, 50_000_000])
    end

    def test_growth_is_reported_with_the_number_of_faults
      assert_equal ["FAIL", "over 2 faults: descriptors from 10 to 98"], said([10, 2, 0], [98, 2, 0])
      assert_equal ["FAIL", "over 2 faults: threads from 2 to 90, memory_bytes from 0 to 90000000"],
                   said([9, 2, 0], [9, 90, 90_000_000])
    end

    def test_memory_leaks_where_it_grows_between_every_two_looks
      assert_nil said(*[10_000, 14_000, 14_400, 16_000].map { |kilobytes| [9, 2, kilobytes * 1000] })
      assert_equal ["FAIL", "over 4 faults: memory_bytes from 10000000 to 11800000"],
                   said(*[10_000, 10_600, 11_200, 11_800].map { |kilobytes| [9, 2, kilobytes * 1000] })
    end

    def test_an_unknown_figure_is_not_judged
      assert_nil said([nil, 2, nil], [nil, 2, nil])
      assert_nil MadeTrial.judged(Fault::Invariants::ProcessState::NoLeak, MadeTrial.trial(look([1, 1, 1])))
    end

    private

    def look(figures)
      pairs = %w[descriptors threads memory_bytes].zip(figures)
      Fault::Trial::Call.new(step: { "look" => true }, type: "ok", value: { "pairs" => pairs })
    end

    def said(*figures)
      fault = MadeTrial.raised("k1", role: "subject")
      MadeTrial.judged(Fault::Invariants::ProcessState::NoLeak, MadeTrial.trial(*figures.flat_map { |some| [fault, look(some)] }))
    end
  end
end
