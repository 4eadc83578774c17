# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementTest < Minitest::Test
    def test_finds_what_is_slower_and_where
      get, set = verdicts(effects: { "client/get" => 0.1 })

      assert_equal [%w[get slower], %w[set same]], [get, set].map { |verdict| [verdict.label, verdict.verdict] }
      assert_in_delta 0.1, get.effect, 0.005
      assert_equal [1000, 1100], get.costs.map { |cost| cost.round(-1) }
      assert_equal ["dalli@2.7.11", "dalli@3.2.8", "client/get", "sync", "wall", "v1"],
                   get.to_h.values_at(:baseline, :contender, :scenario, :mode, :metric, :comparison)
    end

    def test_has_a_verdict_for_each_contender_scenario_and_metric
      found = verdicts(contenders: %w[a b c], options: { "metrics" => %w[wall allocations] })

      assert_equal %w[b c].flat_map { |contender| [["a", contender, "wall"], ["a", contender, "allocations"]] * 2 },
                   found.map { |one| one.to_h.values_at(:baseline, :contender, :metric) }
    end

    def test_too_little_time_leaves_a_verdict_unresolved_and_a_lost_server_makes_it_invalid
      [[{ "time_too_short" => true }, "unresolved"], [{}, "invalid"]].each do |cause, wanted|
        stopped = { "type" => "event", "kind" => "stopped", "message" => "why", **cause }
        verdict = verdicts(pairs: 3, more: [stopped], ending: { "outcome" => "stopped early", "reason" => "why" }).first

        assert_equal [wanted, nil], [verdict.verdict, verdict.effect]
      end
    end

    # Counted metrics take no part of it.
    def test_each_verdict_gets_its_part_of_alpha
      one, many = [%w[a b], %w[a b c d e f g h]].map do |contenders|
        verdicts(contenders: contenders, scenarios: ["client/get"], pairs: 20, spread: 0.02).first
      end

      assert_in_delta one.effect, many.effect
      assert_operator many.half_width, :>, one.half_width * 1.2
      alone, together = [%w[wall], %w[wall allocations bytes]].map { |metrics| verdicts(options: { "metrics" => metrics }).first }
      assert_equal alone.interval, together.interval
    end

    def test_margin_and_alpha_are_the_runs
      verdict = ->(**options) { verdicts(spread: 0.005, options: options).first }

      assert_equal %w[same unresolved], [0.05, 0.0001].map { |margin| verdict.call("margin" => margin).verdict }
      assert_operator verdict.call("alpha" => 0.001).half_width, :>, verdict.call("alpha" => 0.1).half_width
    end

    def test_false_alarms_are_rarer_than_alpha_says_over_all_cells
      three = %w[client/get client/set client/mixed]
      alarms = Array.new(25) do |seed|
        verdicts(scenarios: three, spread: 0.02, quads: 1, noise_pairs: 0, seed: seed).count do |verdict|
          %w[slower faster].include?(verdict.verdict)
        end
      end
      assert_operator alarms.sum, :<=, 1
    end

    def test_a_metric_that_the_driver_does_not_report_says_so
      verdict = verdicts(options: { "metrics" => ["cpu"] }, blocks: { "user_ns" => nil }).first

      assert_equal ["unresolved", Stats::Remark[:unreported_metric, metric: "cpu"], nil],
                   [verdict.verdict, verdict.reason, verdict.costs]
    end

    def test_names_a_scenario_by_its_label_and_a_mode_that_is_not_sync
      cell = { "scenario" => "client/get-plain", "mode" => "sync", "definition" => { "label" => "get:plain" } }

      assert_equal ["get:plain", "get:plain (threads-8)", "get-plain"],
                   [cell, cell.merge("mode" => "threads-8"), cell.except("definition")].map { |one| Stats::Judgement.label(one) }
    end

    private

    def verdicts(**made) = Stats::Comparison.of(MadeComparison.of(**made)).verdicts
  end
end
