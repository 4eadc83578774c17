# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::RepetitionTest < Minitest::Test
    GOOD = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k2")))
    MISSED = MadeTrial.trial(MadeTrial.read("k2", nil))
    FAILED = MadeTrial.trial(MadeTrial.raised("k2"))
    TWICE = MadeTrial.trial(MadeTrial.raised("k2"), MadeTrial.raised("k3"))
    WRONG = MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k3")))
    HUNG = MadeTrial.trial(ending: "hung")
    SPOILT = { "do" => [{ "close" => "end" }] }.freeze
    MET = GOOD.with(bytes: 5)
    UNMET = GOOD

    def test_a_case_is_tried_as_often_as_it_says
      assert_equal [0, 1, 2], numbers(3) { GOOD }
    end

    def test_or_once_for_each_byte_of_its_reply_but_the_last
      assert_equal [0, 1, 2], numbers("bytes") { GOOD.with(bytes: 4) }
      assert_equal [0], numbers("bytes") { GOOD }
    end

    def test_what_fails_once_and_not_again_is_the_machines
      made = [FAILED, FAILED, GOOD]

      assert_equal [GOOD], repetition(1) { made.shift }.trials
    end

    def test_what_fails_each_time_is_believed_and_then_not_doubted_any_more
      assert_equal [*[0] * 6, 1, 2], numbers(3) { FAILED }
      assert_equal @rests.sort, @rests
    end

    def test_of_what_failed_in_several_ways_the_mildest_is_believed
      made = [[TWICE, FAILED, *[TWICE] * 4], [*[TWICE] * 5, FAILED], [FAILED, *[HUNG] * 3]]

      assert_equal [[FAILED]] * 3, (made.map { |some| repetition(1) { some.shift }.trials })
      assert_equal [[], [], []], made
    end

    def test_where_one_that_is_bad_will_do_it_is_the_last
      made = [GOOD, MISSED]

      assert_equal [GOOD, MISSED], repetition(10, once_bad: true) { made.shift }.trials
    end

    def test_where_fewer_will_do_only_bytes_are_gone_through_all_the_same
      assert_equal [3, 1], [[10, 3], [1, 3]].map { |repeats, most| repetition(repeats, most: most) { GOOD }.trials.size }
      assert_equal 3, repetition("bytes", most: 1) { GOOD.with(bytes: 4) }.trials.size
    end

    def test_what_was_returned_proves_itself
      assert_equal [0, 1], numbers(2) { WRONG }
      assert_equal [0, 1], numbers(2) { MISSED }
    end

    def test_a_hang_that_comes_again_will_do
      assert_equal [0, 0, 0], numbers(10) { HUNG }
    end

    def test_a_hang_that_does_not_come_again_was_the_machines
      made = [HUNG, HUNG, GOOD]

      assert_equal [GOOD], repetition(1) { made.shift }.trials
    end

    def test_a_miss_that_took_as_long_as_clients_wait_may_be_a_failure_of_the_machines
      slow = MadeTrial.trial(MadeTrial.read("k2", nil).with(ended_ns: 50_000_000))
      made = [slow, GOOD]

      assert_equal [GOOD], repetition(1) { made.shift }.trials
      assert_equal [0], numbers(1) { MadeTrial.trial(MadeTrial.read("k2", MadeTrial.own("k3")).with(ended_ns: 50_000_000)) }
    end

    def test_a_pause_of_the_faults_own_makes_nothing_doubtful
      pause = Fault::Trial::Call.new(step: { "wait_ms" => 120 }, type: "ok", began_ns: 0, ended_ns: 120_000_000)

      assert_equal [0], numbers(1) { MadeTrial.trial(MadeTrial.read("k2", nil), pause) }
    end

    def test_what_goes_before_the_fault_is_tried_again
      made = [-> { raise Lab::Seat::Unprepared, "busy" }, -> { GOOD }]
      assert_equal [GOOD], repetition(1) { made.shift.call }.trials
      assert_raises(Lab::Seat::Unprepared) { repetition(1) { raise Lab::Seat::Unprepared, "busy" }.trials }
    end

    def test_what_was_proven_stands_though_the_machine_became_too_busy_for_more
      assert_equal [[WRONG], { "unprepared" => 6 }], counted(3, WRONG, *[Lab::Seat::Unprepared] * 6)
    end

    def test_what_was_set_aside_is_told_by_what_it_came_out_as
      assert_equal({ "FAIL" => 2 }, anew(1, TWICE, TWICE, GOOD))
      assert_equal({ "FAIL" => 5 }, anew(1, *[TWICE] * 6))
      assert_equal({ "NON-STRICT" => 2, "FAIL" => 1, "HANG" => 2 }, anew(1, HUNG, FAILED, TWICE, FAILED, HUNG, FAILED))
      assert_equal({ "FAIL" => 1 }, anew(1, TWICE, WRONG))
      assert_equal({ "unprepared" => 1 }, anew(2, Lab::Seat::Unprepared, GOOD, GOOD))
      assert_empty anew(2, GOOD, MISSED)
    end

    def test_a_pass_without_the_fault_is_made_anew_where_another_trial_met_it
      assert_equal [[MET, MET, MET], { "unmet" => 2 }], counted(3, MET, UNMET, UNMET, MET, MET)
      assert_equal [0.05, 0.1], @rests
    end

    def test_even_where_that_one_came_later
      assert_equal [[MET, MET, MET], { "unmet" => 3 }], counted(3, UNMET, UNMET, MET, UNMET, MET, MET)
    end

    def test_what_stays_unmet_does_not_count
      assert_equal [[MET, MET], { "unmet" => 6 }], counted(3, MET, *[UNMET] * 6, MET)
      assert_equal [[MET], { "unmet" => 7 }], counted(2, UNMET, MET, *[UNMET] * 6)
    end

    def test_where_no_trial_met_its_fault_each_is_made_once
      assert_equal [[UNMET] * 3, {}], counted(3, *[UNMET] * 3)
    end

    def test_what_did_not_pass_counts_whether_its_fault_came_or_not
      assert_equal [[MET, MISSED], {}], counted(2, MET, MISSED)
    end

    def test_one_that_met_its_fault_is_not_believed_to_be_milder_by_one_that_did_not
      lost = TWICE.with(bytes: 5)

      assert_equal [[lost], { "unmet" => 1, "FAIL" => 4 }], counted(1, lost, UNMET, *[lost] * 4)
      assert_equal [[lost], { "unmet" => 1, "FAIL" => 4 }], counted(1, *[lost] * 5, UNMET)
      assert_equal [[MET], { "unmet" => 5, "FAIL" => 1 }], counted(2, lost, *[UNMET] * 5, MET)
      assert_equal [[MET], { "unmet" => 1, "FAIL" => 1 }], counted(1, lost, UNMET, MET)
    end

    def test_a_mutant_that_was_caught_or_a_client_that_hangs_is_not_tried_for_the_fault_that_did_not_come_before
      wrong, hung = [WRONG, HUNG].map { |trial| trial.with(bytes: 5) }

      assert_equal [[wrong], { "unmet" => 1 }], counted(2, UNMET, wrong, once_bad: true)
      assert_equal [[hung], { "HANG" => 2, "unmet" => 1 }], counted(3, UNMET, *[hung] * 3)
    end

    def test_each_byte_is_gone_through_where_the_first_trial_did_not_meet_the_fault
      assert_equal [[MET] * 4, { "unmet" => 1 }], counted("bytes", UNMET, *[MET] * 4)
      assert_equal [[UNMET] * 2, {}], counted("bytes", UNMET, UNMET)
    end

    def test_a_sweep_is_over_with_the_first_that_is_not_met
      tries = [MET, UNMET]
      sweep = repetition("lines", proxy: SPOILT) { tries.shift }

      assert_equal [MET, UNMET], [sweep.settled(0), sweep.settled(1)]
    end

    private

    def repetition(repeats, proxy: nil, **effort, &try)
      one = MadeTrial.one(repeats: repeats, judges: %w[own-value recovers], proxy: proxy)
      Lab::Repetition.new(one, **effort, rest: ->(seconds) { (@rests ||= []) << seconds }, &try)
    end

    def anew(repeats, *made) = counted(repeats, *made, proxy: nil).last

    # The trials that count of a case with a proxy of its own, and what was set aside; all that are made are used up.
    def counted(repeats, *made, proxy: SPOILT, **effort)
      tries = repetition(repeats, proxy: proxy, **effort) { made.shift.then { |one| one.is_a?(Class) ? raise(one, "") : one } }
      found = tries.trials
      assert_empty made
      [found, tries.anew]
    end

    # The trials' numbers, in the order in which they were made.
    def numbers(repeats)
      made = []
      repetition(repeats) { |number| (made << number) && yield }.trials
      made
    end
  end
end
