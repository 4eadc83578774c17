# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::SweepTest < Minitest::Test
    def test_every_line_is_a_point_and_those_with_a_bad_outcome_are_unsafe
      finding = sweep([point("a.rb:1", "k1"), point("a.rb:2", "k2"), point("a.rb:9", "k2")])

      assert_equal ["CORRUPT", 3, 1], [finding.outcome, finding.points, finding.times]
      assert_equal [["/lib/a.rb:1", "Exception", "CORRUPT"]], finding.unsafe.map { |one| one.values_at("at", "error", "outcome") }
      assert_match(/\A1 of 3 points are unsafe, one at a\.rb:1: get of k2 returned another key's value/, finding.reason)
    end

    def test_points_that_are_less_bad_are_counted_separately
      missed = MadeTrial.trial(struck("a.rb:4"), MadeTrial.read("k2", nil))

      assert_match(/\A2 of 2 points are unsafe, 1 of them CORRUPT, one at a\.rb:1/, sweep([point("a.rb:1", "k1"), missed]).reason)
    end

    def test_without_an_unsafe_point_it_passes
      finding = sweep([point("a.rb:1", "k2")])

      assert_equal ["PASS", 1, [], nil], [finding.outcome, finding.points, finding.unsafe, finding.reason]
    end

    def test_outcomes_that_are_not_bad_are_reported_and_not_counted
      late = MadeTrial.trial(struck("a.rb:3"), MadeTrial.raised("k2"), MadeTrial.read("k3", MadeTrial.own("k3")))
      finding = sweep([late], judges: %w[recovers])

      assert_equal ["NON-STRICT", []], [finding.outcome, finding.unsafe]
      assert_match(/1 of 2 calls after the fault failed/, finding.reason)
    end

    def test_a_call_that_runs_no_line_of_the_library_is_native
      finding = sweep([])

      assert_equal ["UNSUPPORTED", Fault::Sweep::NATIVE, 0, "out of reach"],
                   finding.to_h.values_at(:outcome, :reason, :n, :because)
    end

    def test_it_tries_points_until_a_call_ends_before_its_turn
      asked = []
      trials = through([point("a.rb:1", "k2"), point("a.rb:2", "k2"), unstruck, point("a.rb:4", "k2")], asked)

      assert_equal [2, [0, 1, 2]], [trials.size, asked]
    end

    def test_a_call_that_does_not_return_is_a_point
      lost = MadeTrial.trial(struck("a.rb:1").with(type: nil, error: nil), ending: "hung")
      dead = MadeTrial.trial(struck("a.rb:2").with(type: nil, error: nil, struck: nil), ending: "killed by signal 11")
      trials = through([lost, dead, point("a.rb:3", "k2"), unstruck])
      finding = sweep(trials)

      assert_equal ["HANG", 3, ["/lib/a.rb:1", nil]], [finding.outcome, finding.points, finding.unsafe.map { |one| one["at"] }]
      assert_match(/before any line/, sweep([dead]).reason)
    end

    def test_the_limit_that_left_lines_untried_is_named
      lost = MadeTrial.trial(struck("a.rb:1").with(type: nil), ending: "hung")
      trials = through(Array.new(99, lost))

      assert_equal 20, trials.size
      assert_match(/; stopped after 20 lines at which it hung\z/, sweep(trials).reason)
      assert_equal "only the first 3000 lines were tried", sweep(through([point("a.rb:1", "k2")].cycle)).reason
    end

    private

    def through(trials, asked = [])
      Fault::Sweep.through { |number| (asked << number) && trials.first(number + 1).fetch(number) }
    end

    def unstruck = MadeTrial.trial(MadeTrial.read("k1", MadeTrial.own("k1"), role: "subject"))

    def sweep(trials, judges: ["own-value"])
      Fault::Sweep.new(Fault::Outcomes.new(MadeTrial.fault(judges: judges))).result(trials)
    end

    def point(place, owner) = MadeTrial.trial(struck(place), MadeTrial.read("k2", MadeTrial.own(owner)))

    def struck(place)
      call = MadeTrial.raised("k1", role: "subject", injected: true)
      call.with(struck: "/lib/#{place}", step: { **call.step, "interrupt" => { "by" => "line", "error" => "Exception" } })
    end
  end
end
