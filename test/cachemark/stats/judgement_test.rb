# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementTest < Minitest::Test
    def test_finds_what_is_slower_and_where
      verdicts = MadeComparison.comparison(effects: { "client/get" => 0.1 }).verdicts

      assert_equal [%w[get slower], %w[set same]], verdicts.map { |verdict| [verdict.label, verdict.verdict] }
      assert_in_delta 0.1, verdicts.first.effect, 0.005
      assert_equal [1000, 1100], verdicts.first.costs.map { |cost| cost.round(-1) }
      assert_equal ["dalli@2.7.11", "dalli@3.2.8", "client/get", "sync", "wall", "v1"],
                   verdicts.first.to_h.values_at(:baseline, :contender, :scenario, :mode, :metric, :comparison)
    end

    def test_has_a_verdict_for_each_contender_scenario_and_metric
      verdicts = MadeComparison.comparison(contenders: %w[a b c], options: { "metrics" => %w[wall allocations] }).verdicts

      assert_equal %w[b b b b c c c c], verdicts.map(&:contender)
      assert_equal %w[wall allocations] * 4, verdicts.map(&:metric)
      assert_equal ["a"], verdicts.map(&:baseline).uniq
    end

    def test_too_little_time_leaves_a_verdict_unresolved_and_a_lost_server_makes_it_invalid
      [[{ "time_too_short" => true }, "unresolved"], [{}, "invalid"]].each do |cause, wanted|
        stopped = { "type" => "event", "kind" => "stopped", "message" => "why", **cause }
        ending = { "outcome" => "stopped early", "reason" => "why" }
        verdict = MadeComparison.comparison(pairs: 3, more: [stopped], ending: ending).verdicts.first

        assert_equal [wanted, nil], [verdict.verdict, verdict.effect]
      end
    end

    def test_each_verdict_gets_its_part_of_alpha
      one, many = [%w[a b], %w[a b c d e f g h]].map do |contenders|
        MadeComparison.comparison(contenders: contenders, scenarios: ["client/get"], pairs: 20, spread: 0.02).verdicts.first
      end

      assert_in_delta one.effect, many.effect
      assert_operator many.half_width, :>, one.half_width * 1.2
    end

    def test_counted_metrics_take_no_part_of_alpha
      alone, together = [%w[wall], %w[wall allocations bytes]].map do |metrics|
        MadeComparison.comparison(scenarios: ["client/get"], options: { "metrics" => metrics }).verdicts.first
      end
      assert_equal alone.interval, together.interval
    end

    def test_margin_and_alpha_are_the_runs
      verdict = lambda do |**options|
        MadeComparison.comparison(scenarios: ["client/get"], spread: 0.005, options: options).verdicts.first
      end

      assert_equal %w[same unresolved], [0.05, 0.0001].map { |margin| verdict.call("margin" => margin).verdict }
      assert_operator verdict.call("alpha" => 0.001).half_width, :>, verdict.call("alpha" => 0.1).half_width
    end

    def test_false_alarms_are_rarer_than_alpha_says_over_all_cells
      alarms = Array.new(25) do |seed|
        three = %w[client/get client/set client/mixed]
        verdicts = MadeComparison.comparison(scenarios: three, spread: 0.02, quads: 1, noise_pairs: 0, seed: seed).verdicts
        verdicts.count { |verdict| %w[slower faster].include?(verdict.verdict) }
      end
      assert_operator alarms.sum, :<=, 1
    end

    def test_a_metric_that_the_driver_does_not_tell_says_so
      verdict = MadeComparison.comparison(options: { "metrics" => ["cpu"] }, blocks: { "user_ns" => nil }).verdicts.first

      assert_equal ["unresolved", "the driver of this language does not report cpu", nil],
                   [verdict.verdict, verdict.reason, verdict.costs]
    end

    def test_names_a_scenario_by_its_label_and_a_mode_that_is_not_sync
      cell = { "scenario" => "client/get-plain", "mode" => "sync", "definition" => { "label" => "get:plain" } }

      assert_equal "get:plain", Stats::Judgement.label(cell)
      assert_equal "get:plain (threads-8)", Stats::Judgement.label(cell.merge("mode" => "threads-8"))
      assert_equal "get-plain", Stats::Judgement.label(cell.reject { |key, _| key == "definition" })
    end
  end
end
