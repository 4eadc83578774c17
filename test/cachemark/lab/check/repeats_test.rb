# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::RepeatsTest < Minitest::Test
    UNPREPARED = Lab::Check::CheckedClient::Unprepared
    GOOD = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k2")))
    MISSED = MadeTrial.trial(MadeTrial.read("k2", nil))
    FAILED = MadeTrial.trial(MadeTrial.raised("k2"))
    TWICE = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"))
    WRONG = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k3")))
    HUNG = MadeTrial.trial(ending: "hung")
    SPOILT = { "do" => [{ "close" => "end" }] }.freeze
    STRUCK = GOOD.with(bytes: "END\r\n")
    SPARED = GOOD

    def test_a_case_is_tried_as_often_as_it_says
      assert_equal [0, 1, 2], numbers(3) { GOOD }
    end

    def test_or_once_for_each_byte_of_its_reply_but_the_last
      assert_equal [0, 1, 2], numbers("bytes") { GOOD.with(bytes: "1234") }
      assert_equal [0], numbers("bytes") { GOOD }
    end

    def test_inside_a_value_not_every_byte_makes_a_difference
      value = MadeTrial::CANARY.value("k1")
      reply = "VALUE k1 0 #{value.bytesize}\r\n#{value}\r\nEND\r\n"
      made = ->(**options) { numbers("bytes", **options) { GOOD.with(bytes: reply) } }

      assert_equal Fault::Places.of(reply, [value]), made.call
      assert_equal [*0..(reply.bytesize - 2)], made.call(thorough: true)
      assert_equal [24, 0, reply.bytesize - 2], [made.call(most: 1).size, *made.call(most: 1).minmax]
    end

    def test_a_failure_that_does_not_recur_is_blamed_on_the_machine
      made = [FAILED, FAILED, GOOD]

      assert_equal [GOOD], repeats(1) { made.shift }.trials
    end

    def test_a_failure_that_recurs_is_believed_and_not_doubted_again
      assert_equal [*[0] * 6, 1, 2], numbers(3) { FAILED }
      assert_equal @rests.sort, @rests
    end

    def test_the_mildest_of_several_failures_is_believed
      made = [[TWICE, FAILED, *[TWICE] * 4], [*[TWICE] * 5, FAILED], [FAILED, *[HUNG] * 3]]

      assert_equal [[FAILED]] * 3, (made.map { |some| repeats(1) { some.shift }.trials })
      assert_equal [[], [], []], made
    end

    def test_with_once_bad_the_first_bad_trial_is_the_last
      made = [GOOD, MISSED]

      assert_equal [GOOD, MISSED], repeats(10, once_bad: true) { made.shift }.trials
    end

    def test_with_once_bad_a_failure_is_believed_after_three_attempts
      made = [TWICE, TWICE, TWICE, GOOD]

      assert_equal [TWICE], repeats(10, once_bad: true) { made.shift }.trials
      assert_equal [GOOD], made
    end

    def test_with_once_bad_a_failure_that_does_not_recur_is_blamed_on_the_machine
      made = [TWICE, TWICE, GOOD]

      assert_equal [GOOD], repeats(1, once_bad: true) { made.shift }.trials
    end

    def test_most_limits_the_trials_and_spreads_those_of_bytes
      assert_equal [3, 1], [[10, 3], [1, 3]].map { |repeats, most| repeats(repeats, most: most) { GOOD }.trials.size }
      assert_equal [0, 1, 2], numbers("bytes", most: 1) { GOOD.with(bytes: "1234") }
      spread = numbers("bytes", most: 1) { GOOD.with(bytes: "x" * 100) }

      assert_equal [24, 0, 98], [spread.uniq.size, spread.first, spread.last]
    end

    def test_a_wrong_result_is_not_repeated
      assert_equal [0, 1], numbers(2) { WRONG }
      assert_equal [0, 1], numbers(2) { MISSED }
    end

    def test_a_hang_that_recurs_is_believed
      assert_equal [0, 0, 0], numbers(10) { HUNG }
    end

    def test_a_hang_that_does_not_recur_is_blamed_on_the_machine
      made = [HUNG, HUNG, GOOD]

      assert_equal [GOOD], repeats(1) { made.shift }.trials
    end

    def test_a_miss_that_took_as_long_as_clients_wait_is_doubtful
      slow = MadeTrial.trial(MadeTrial.read("k2", nil).with(ended_ns: 50_000_000))
      made = [slow, GOOD]

      assert_equal [GOOD], repeats(1) { made.shift }.trials
      assert_equal [0], numbers(1) { MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k3")).with(ended_ns: 50_000_000)) }
    end

    def test_a_pause_of_the_fault_makes_nothing_doubtful
      pause = Fault::Trial::Call.new(step: { "wait_ms" => 120 }, type: "ok", began_ns: 0, ended_ns: 120_000_000)

      assert_equal [0], numbers(1) { MadeTrial.trial(MadeTrial.read("k2", nil), pause) }
    end

    def test_a_failed_preparation_is_repeated
      made = [-> { raise UNPREPARED, "busy" }, -> { GOOD }]
      assert_equal [GOOD], repeats(1) { made.shift.call }.trials
      assert_raises(UNPREPARED) { repeats(1) { raise UNPREPARED, "busy" }.trials }
    end

    def test_earlier_trials_count_when_the_machine_becomes_too_busy
      assert_equal [[WRONG], { "unprepared" => 6 }], counted(3, WRONG, *[UNPREPARED] * 6)
    end

    def test_a_case_says_how_many_of_its_trials_were_possible
      assert_equal "only 1 of 3 trials were possible: busy", shortage(3, GOOD, *[UNPREPARED] * 6)
      assert_equal "only 1 of 3 trials were possible: busy", shortage(3, SPARED, STRUCK, *[UNPREPARED] * 6, proxy: SPOILT)
      assert_equal "only 2 of 4 trials were possible: busy", shortage("bytes", STRUCK, STRUCK, *[UNPREPARED] * 6)
      assert_nil shortage(2, UNPREPARED, GOOD, GOOD)
      assert_nil shortage(3, STRUCK, *[SPARED] * 6, STRUCK, proxy: SPOILT), "a fault that has no effect is another matter"
    end

    def test_discarded_trials_are_counted_by_outcome
      assert_equal({ "FAIL" => 2 }, discarded(1, TWICE, TWICE, GOOD))
      assert_equal({ "FAIL" => 5 }, discarded(1, *[TWICE] * 6))
      assert_equal({ "NON-STRICT" => 2, "FAIL" => 1, "HANG" => 2 }, discarded(1, HUNG, FAILED, TWICE, FAILED, HUNG, FAILED))
      assert_equal({ "FAIL" => 1 }, discarded(1, TWICE, WRONG))
      assert_equal({ "unprepared" => 1 }, discarded(2, UNPREPARED, GOOD, GOOD))
      assert_empty discarded(2, GOOD, MISSED)
    end

    def test_repeats_a_pass_without_the_fault_if_the_fault_happened_in_an_earlier_trial
      assert_equal [[STRUCK, STRUCK, STRUCK], { "unmet" => 2 }], counted(3, STRUCK, SPARED, SPARED, STRUCK, STRUCK)
      assert_equal [0.05, 0.1], @rests
    end

    def test_repeats_a_pass_without_the_fault_if_the_fault_happens_in_a_later_trial
      assert_equal [[STRUCK, STRUCK, STRUCK], { "unmet" => 3 }], counted(3, SPARED, SPARED, STRUCK, SPARED, STRUCK, STRUCK)
    end

    def test_a_trial_that_stays_ineffective_does_not_count
      assert_equal [[STRUCK, STRUCK], { "unmet" => 6 }], counted(3, STRUCK, *[SPARED] * 6, STRUCK)
      assert_equal [[STRUCK], { "unmet" => 7 }], counted(2, SPARED, STRUCK, *[SPARED] * 6)
    end

    def test_makes_each_trial_once_if_the_fault_never_happened
      assert_equal [[SPARED] * 3, {}], counted(3, *[SPARED] * 3)
    end

    def test_a_trial_that_failed_counts_even_if_the_fault_did_not_happen
      assert_equal [[STRUCK, MISSED], {}], counted(2, STRUCK, MISSED)
    end

    def test_an_ineffective_trial_does_not_soften_several_bad_ones
      lost = TWICE.with(bytes: "END\r\n")

      assert_equal [[lost], { "unmet" => 1, "FAIL" => 4 }], counted(1, lost, SPARED, *[lost] * 4)
      assert_equal [[lost], { "unmet" => 1, "FAIL" => 4 }], counted(1, *[lost] * 5, SPARED)
      assert_equal [[STRUCK], { "unmet" => 5, "FAIL" => 1 }], counted(2, lost, *[SPARED] * 5, STRUCK)
      assert_equal [[STRUCK], { "unmet" => 1, "FAIL" => 1 }], counted(1, lost, SPARED, STRUCK)
    end

    def test_after_a_catch_or_a_hang_early_ineffective_trials_are_not_repeated
      wrong, hung = [WRONG, HUNG].map { |trial| trial.with(bytes: "END\r\n") }

      assert_equal [[wrong], { "unmet" => 1 }], counted(2, SPARED, wrong, once_bad: true)
      assert_equal [[hung], { "HANG" => 2, "unmet" => 1 }], counted(3, SPARED, *[hung] * 3)
    end

    def test_each_byte_is_tried_where_the_first_trial_was_ineffective
      assert_equal [[STRUCK] * 4, { "unmet" => 1 }], counted("bytes", SPARED, *[STRUCK] * 4)
      assert_equal [[SPARED] * 2, {}], counted("bytes", SPARED, SPARED)
    end

    def test_an_ineffective_trial_is_not_repeated_in_a_sweep
      tries = [STRUCK, SPARED]
      sweep = repeats("lines", proxy: SPOILT) { tries.shift }

      assert_equal [STRUCK, SPARED], [sweep.settled(0), sweep.settled(1)]
    end

    def test_a_sweep_ends_when_the_machine_becomes_too_busy
      made = [GOOD, GOOD]
      sweep, other, first = Array.new(3) { repeats("lines") { made.shift || raise(UNPREPARED, "busy") } }

      assert_equal [GOOD, GOOD, nil], Array.new(3) { |number| sweep.point(number, 0) }
      assert_equal ["only the first 2 trials were possible: busy", { "unprepared" => 6 }], [sweep.shortage, sweep.discarded]
      assert_nil other.point(0, 7)
      assert_equal "only the first 7 trials were possible: busy", other.shortage
      assert_raises(UNPREPARED) { first.point(0, 0) }
    end

    private

    def repeats(repeats, proxy: nil, thorough: false, **effort, &try)
      one = MadeTrial.one(repeats: repeats, judges: %w[own-value recovers], proxy: proxy).with(thorough: thorough)
      Lab::Check::Repeats.new(one, try, **effort, rest: ->(seconds) { (@rests ||= []) << seconds })
    end

    def shortage(repeats, *made, proxy: nil)
      tries = repeats(repeats, proxy: proxy) { made.shift.then { |one| one.is_a?(Class) ? raise(one, "busy") : one } }
      tries.trials
      tries.shortage
    end

    def discarded(repeats, *made) = counted(repeats, *made, proxy: nil).last

    # The trials that count of a case with its own proxy, and the discarded ones; all that are made are used up.
    def counted(repeats, *made, proxy: SPOILT, **effort)
      tries = repeats(repeats, proxy: proxy, **effort) { made.shift.then { |one| one.is_a?(Class) ? raise(one, "") : one } }
      found = tries.trials
      assert_empty made
      [found, tries.discarded]
    end

    # The trials' numbers, in the order in which they were made.
    def numbers(repeats, **effort)
      made = []
      repeats(repeats, **effort) { |number| (made << number) && yield }.trials
      made
    end
  end
end
