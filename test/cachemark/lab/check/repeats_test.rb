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

    PAUSE = Fault::Trial::Call.new(step: { "wait_ms" => 120 }, type: "ok", began_ns: 0, ended_ns: 120_000_000)
    SLOW, SLOW_AND_WRONG = [nil, MadeTrial.own("k3")].map do |value|
      MadeTrial.trial(MadeTrial.read("k2", value).with(ended_ns: 50_000_000))
    end
    LOST, CAUGHT, HANGING = [TWICE, WRONG, HUNG].map { |trial| trial.with(bytes: "END\r\n") }
    BUSY = [UNPREPARED] * 6
    ONCE = { once_bad: true }.freeze

    # [how often, the trials that are made, how] => those that count, and the outcomes of the others.
    COUNTED = {
      [3, [GOOD, GOOD, GOOD]] => [[GOOD] * 3, {}], [2, [GOOD, MISSED]] => [[GOOD, MISSED], {}],
      # A failure that does not recur is blamed on the machine; one that recurs is believed.
      [1, [FAILED, FAILED, GOOD]] => [[GOOD], { "NON-STRICT" => 2 }], [1, [TWICE, TWICE, GOOD]] => [[GOOD], { "FAIL" => 2 }],
      [1, [TWICE] * 6] => [[TWICE], { "FAIL" => 5 }], [1, [TWICE, WRONG]] => [[WRONG], { "FAIL" => 1 }],
      # The mildest of several failures is believed.
      [1, [TWICE, FAILED, *[TWICE] * 4]] => [[FAILED], { "FAIL" => 5 }],
      [1, [*[TWICE] * 5, FAILED]] => [[FAILED], { "FAIL" => 5 }],
      [1, [FAILED, *[HUNG] * 3]] => [[FAILED], { "HANG" => 3 }],
      [1, [HUNG, FAILED, TWICE, FAILED, HUNG, FAILED]] => [[FAILED], { "NON-STRICT" => 2, "FAIL" => 1, "HANG" => 2 }],
      [1, [HUNG, HUNG, GOOD]] => [[GOOD], { "HANG" => 2 }],
      # With `once_bad`, the first bad trial is the last, and a failure is believed after three attempts.
      [10, [GOOD, MISSED], ONCE] => [[GOOD, MISSED], {}], [10, [TWICE] * 3, ONCE] => [[TWICE], { "FAIL" => 2 }],
      [1, [TWICE, TWICE, GOOD], ONCE] => [[GOOD], { "FAIL" => 2 }],
      # A miss that took as long as clients wait is doubtful, but no wrong value, and no pause of the fault.
      [1, [SLOW, GOOD]] => [[GOOD], { "FAIL" => 1 }], [1, [SLOW_AND_WRONG]] => [[SLOW_AND_WRONG], {}],
      [1, [MadeTrial.trial(MadeTrial.read("k2", nil), PAUSE)]] => [[MadeTrial.trial(MadeTrial.read("k2", nil), PAUSE)], {}],
      # A failed preparation is repeated. Earlier trials count when the machine becomes too busy.
      [1, [UNPREPARED, GOOD]] => [[GOOD], { "unprepared" => 1 }],
      [2, [UNPREPARED, GOOD, GOOD]] => [[GOOD, GOOD], { "unprepared" => 1 }],
      [3, [WRONG, *BUSY]] => [[WRONG], { "unprepared" => 6 }]
    }.freeze

    # The same for a case with its own proxy, whose fault may not strike.
    STRIKING = {
      # A pass without the fault is repeated if the fault happens in another trial, and made once if it never happens.
      [3, [STRUCK, SPARED, SPARED, STRUCK, STRUCK]] => [[STRUCK] * 3, { "unmet" => 2 }],
      [3, [SPARED, SPARED, STRUCK, SPARED, STRUCK, STRUCK]] => [[STRUCK] * 3, { "unmet" => 3 }],
      [3, [SPARED] * 3] => [[SPARED] * 3, {}],
      # A trial that stays ineffective does not count, unless it failed.
      [3, [STRUCK, *[SPARED] * 6, STRUCK]] => [[STRUCK, STRUCK], { "unmet" => 6 }],
      [2, [SPARED, STRUCK, *[SPARED] * 6]] => [[STRUCK], { "unmet" => 7 }], [2, [STRUCK, MISSED]] => [[STRUCK, MISSED], {}],
      # It does not soften several bad ones.
      [1, [LOST, SPARED, *[LOST] * 4]] => [[LOST], { "unmet" => 1, "FAIL" => 4 }],
      [1, [*[LOST] * 5, SPARED]] => [[LOST], { "unmet" => 1, "FAIL" => 4 }],
      [2, [LOST, *[SPARED] * 5, STRUCK]] => [[STRUCK], { "unmet" => 5, "FAIL" => 1 }],
      [1, [LOST, SPARED, STRUCK]] => [[STRUCK], { "unmet" => 1, "FAIL" => 1 }],
      # After a catch or a hang, early ineffective trials are not repeated.
      [2, [SPARED, CAUGHT], ONCE] => [[CAUGHT], { "unmet" => 1 }],
      [3, [SPARED, *[HANGING] * 3]] => [[HANGING], { "HANG" => 2, "unmet" => 1 }],
      # Each byte is tried where the first trial was ineffective.
      ["bytes", [SPARED, *[STRUCK] * 4]] => [[STRUCK] * 4, { "unmet" => 1 }], ["bytes", [SPARED] * 2] => [[SPARED] * 2, {}]
    }.freeze

    # [how often, the trials that are made, the proxy] => how many of them were possible.
    SHORTAGES = {
      [3, [GOOD, *BUSY]] => "only 1 of 3 trials were possible: busy",
      [3, [SPARED, STRUCK, *BUSY], SPOILT] => "only 1 of 3 trials were possible: busy",
      ["bytes", [STRUCK, STRUCK, *BUSY]] => "only 2 of 4 trials were possible: busy", [2, [UNPREPARED, GOOD, GOOD]] => nil,
      # A fault that has no effect is another matter, unless it has none in most trials.
      [3, [STRUCK, *[SPARED] * 6, STRUCK], SPOILT] => nil,
      [3, [STRUCK, *[SPARED] * 12], SPOILT] => "the request that the fault targets never reached the proxy"
    }.freeze

    def test_the_trials_that_count
      [[nil, COUNTED], [SPOILT, STRIKING]].each do |proxy, cases|
        cases.each do |(repeats, made, how), wanted|
          assert_equal wanted, counted(repeats, *made, proxy: proxy, **how.to_h), [repeats, made.size, how]
        end
      end
    end

    def test_rests_before_it_repeats
      counted(3, STRUCK, SPARED, SPARED, STRUCK, STRUCK)
      assert_equal [0.05, 0.1], @rests

      @rests = []
      assert_equal [*[0] * 6, 1, 2], numbers(3) { FAILED }, "a failure that is believed is not doubted again"
      assert_equal @rests.sort, @rests
    end

    def test_a_case_says_how_many_of_its_trials_were_possible
      SHORTAGES.each { |(repeats, made, proxy), said| assert_equal [said], [shortage(repeats, *made, proxy: proxy)], made.size }
      assert_raises(UNPREPARED) { repeats(1) { raise UNPREPARED, "busy" }.trials }
    end

    # As often as the case says, or once for each byte of its reply but the last. A wrong result is not repeated.
    def test_the_numbers_of_trials
      { [3, GOOD] => [0, 1, 2], ["bytes", GOOD.with(bytes: "1234")] => [0, 1, 2], ["bytes", GOOD] => [0], [2, WRONG] => [0, 1],
        [2, MISSED] => [0, 1], [10, HUNG] => [0, 0, 0] }.each do |(repeats, trial), wanted|
        assert_equal wanted, numbers(repeats) { trial }
      end
    end

    def test_inside_a_value_not_every_byte_makes_a_difference
      value = MadeTrial::CANARY.value("k1")
      reply = "VALUE k1 0 #{value.bytesize}\r\n#{value}\r\nEND\r\n"
      made = ->(**options) { numbers("bytes", **options) { GOOD.with(bytes: reply) } }

      assert_equal Fault::Places.of(reply, [value]), made.call
      assert_equal [*0..(reply.bytesize - 2)], made.call(thorough: true)
      assert_equal [24, 0, reply.bytesize - 2], [made.call(most: 1).size, *made.call(most: 1).minmax]
    end

    def test_most_limits_the_trials_and_spreads_those_of_bytes
      assert_equal [3, 1], [[10, 3], [1, 3]].map { |repeats, most| repeats(repeats, most: most) { GOOD }.trials.size }
      assert_equal [0, 1, 2], numbers("bytes", most: 1) { GOOD.with(bytes: "1234") }
      spread = numbers("bytes", most: 1) { GOOD.with(bytes: "x" * 100) }

      assert_equal [24, 0, 98], [spread.uniq.size, spread.first, spread.last]
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
      outcomes, rest = Fault::Outcomes.new(one.fault), ->(seconds) { (@rests ||= []) << seconds }
      Lab::Check::Repeats.new(one, try, outcomes: outcomes, **effort, rest: rest)
    end

    def shortage(repeats, *made, proxy: nil)
      tries = repeats(repeats, proxy: proxy) { made.shift.then { |one| one.is_a?(Class) ? raise(one, "busy") : one } }
      tries.trials
      tries.shortage
    end

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
