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

    def test_points_that_are_less_bad_are_counted_apart
      missed = MadeTrial.trial(struck("a.rb:4"), MadeTrial.read("k2", nil))

      assert_match(/\A2 of 2 points are unsafe, 1 of them CORRUPT, one at a\.rb:1/, sweep([point("a.rb:1", "k1"), missed]).reason)
    end

    def test_without_an_unsafe_point_it_passes
      finding = sweep([point("a.rb:1", "k2")])

      assert_equal ["PASS", 1, [], nil], [finding.outcome, finding.points, finding.unsafe, finding.reason]
    end

    def test_what_is_not_bad_is_told_and_not_counted
      late = MadeTrial.trial(struck("a.rb:3"), MadeTrial.raised("k2"), MadeTrial.read("k3", MadeTrial.own("k3")))
      finding = sweep([late], judges: %w[recovers])

      assert_equal ["NON-STRICT", []], [finding.outcome, finding.unsafe]
      assert_match(/1 of 2 calls after it failed/, finding.reason)
    end

    def test_a_library_of_which_no_line_runs_is_native
      finding = sweep([])

      assert_equal ["UNSUPPORTED", Fault::Sweep::NATIVE, 0], [finding.outcome, finding.reason, finding.n]
    end

    private

    def sweep(trials, judges: ["own-value"]) = Fault::Sweep.new(MadeTrial.situation(judges: judges)).finding(trials)

    def point(place, owner) = MadeTrial.trial(struck(place), MadeTrial.read("k2", MadeTrial.own(owner)))

    def struck(place)
      call = MadeTrial.raised("k1", role: "subject", injected: true)
      call.with(struck: "/lib/#{place}", step: { **call.step, "interrupt" => { "by" => "line", "error" => "Exception" } })
    end
  end
end
