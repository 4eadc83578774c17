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

    def test_a_pause_of_the_situations_own_makes_nothing_doubtful
      pause = Fault::Call.new(step: { "wait_ms" => 120 }, type: "ok", began_ns: 0, ended_ns: 120_000_000)

      assert_equal [0], numbers(1) { MadeTrial.trial(MadeTrial.read("k2", nil), pause) }
    end

    def test_what_goes_before_the_fault_is_tried_again
      made = [-> { raise Lab::Seat::Unprepared, "busy" }, -> { GOOD }]
      assert_equal [GOOD], repetition(1) { made.shift.call }.trials
      assert_raises(Lab::Seat::Unprepared) { repetition(1) { raise Lab::Seat::Unprepared, "busy" }.trials }
    end

    private

    def repetition(repeats, **effort, &try)
      one = MadeTrial.one(repeats: repeats, judges: %w[own-value recovers])
      Lab::Repetition.new(one, **effort, rest: ->(seconds) { (@rests ||= []) << seconds }, &try)
    end

    # The trials' numbers, in the order in which they were made.
    def numbers(repeats)
      made = []
      repetition(repeats) { |number| (made << number) && yield }.trials
      made
    end
  end
end
