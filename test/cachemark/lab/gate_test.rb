# frozen_string_literal: true

require "test_helper"
require "minitest/mock"

module Cachemark
  class Lab::GateTest < Minitest::Test
    include AComparingLab

    BOTH = %w[client/get client/set].freeze

    def test_measures_only_slower_scenarios_again
      assert_equal "complete", gate(effects: { "client/get" => 0.1 })
      assert_equal [1, 2], sets.keys
      assert_equal %w[n1 v1], sets[2].flat_map { |pair| pair["comparisons"] }.uniq.sort
      assert_equal ["slower in get: looking again with fresh processes"], steps
    end

    def test_without_an_alarm_more_is_measured_of_what_is_open
      gate(options: { "margin" => 0.000001 })

      assert_equal [1, 3], sets.keys
      assert_equal %w[n1 n2 v1 v2], sets[3].flat_map { |pair| pair["comparisons"] }.uniq.sort
      assert_equal ["not yet sure of get, set: measuring on"], steps
    end

    def test_more_of_what_is_open_may_be_few
      assert_equal "complete", gate(options: { "margin" => 0.000001 }, second: 1)
      assert_equal 1, sets[3].size
    end

    def test_too_few_of_a_second_set_are_refused_with_what_is_needed_of_the_users_time
      assert_equal "stopped early", gate(effects: { "client/get" => 0.1 }, second: 1, for_s: 60.0, fewest: [0, 12])
      assert_match(/do not fit into 60 s/, writer.record.events.last["message"])
    end

    # It has two thirds of the time of the first set, and needs as many pairs.
    def test_a_second_set_may_take_longer_for_the_pairs_that_it_needs
      live.at(:pair) { clock.pass(sets.key?(2) ? 2.2 : 60.0) }

      assert_equal "complete", gate(effects: { "client/get" => 0.1 }, for_s: 60.0, fewest: [0, 12])
      assert_equal 12, sets[2].count { |pair| pair["comparisons"] == ["v1"] }
    end

    def test_code_that_did_not_change_is_not_measured
      live.at(:pair) { clock.pass(6) }
      cells = cells(%w[a b])
      made = %w[a b].to_h { |id| [id, { **QUIET, load: { digest: "of both" } }] }
      begin_record(cells)

      assert_equal "complete", lab(Lab::Gate, cells, made: made).call
      assert_operator writer.record.pairs.size, :<, 4
      assert_equal %w[passed], Stats::Gate.of(writer.record).results.values
    end

    def test_measures_nothing_more_if_all_passed
      gate

      assert_equal [[1], []], [sets.keys, steps]
    end

    def test_a_wish_to_end_leaves_no_second_set
      live.at(:pair) { interrupt }

      assert_equal "interrupted", gate(effects: { "client/get" => 0.1 })
      assert_equal [1], sets.keys
    end

    def test_counts_need_neither_pairs_nor_a_second_set
      lines = MadeComparison.lines(contenders: %w[a b], scenarios: %w[client/get], command: "gate", pairs: 0, noise_pairs: 0,
                                   options: { "metrics" => %w[allocations bytes] }, ending: nil)
      fill(lines.reject { |line| line["type"] == "comparison" })
      outcome = lab(Lab::Gate, cells(%w[a b]), judging: { metrics: %w[allocations bytes] }).call

      assert_equal ["complete", []], [outcome, writer.record.pairs]
      assert_equal %w[passed passed], Stats::Gate.of(writer.record).results.values
    end

    # ExplainTest finds such a call in a real client.
    def test_an_added_call_is_named_with_its_line_in_the_report_of_the_gate
      added = { "name" => "Client#added", "place" => "lib/client.rb:58", "count" => 500 }
      # Before the windows that are compared come four blocks of a trace, and five of strace.
      none = { allocations: 0, trace: [] }
      made = { "a" => { block: none }, "b" => { block: [*[none] * 4, { allocations: 0, trace: [added] },
                                                        { allocations: 900, trace: [added] }] } }
      cells = cells(%w[a b])
      begin_record(cells, metrics: %w[allocations])
      lab(Lab::Gate, cells, made: made, for_s: 240.0, judging: { metrics: %w[allocations] }).call
      report = Report::Gate.text(Stats::Gate.of(writer.record), "markdown")

      assert_match(/^## Cachemark gate: regression$/, report)
      assert_match(/^- .* more calls? per get than a, most in Client#added \(lib.client.rb:58\)\.$/, report)
      assert_match(/^- .* more allocations? .* per get than a, most in Client#added \(lib.client.rb:58\)\.$/, report)
    end

    def test_nothing_is_explained_without_a_regression
      gate(effects: { "client/get" => 0.1 })

      assert_empty writer.record.events.select { |event| event["kind"] == "unexplained" } + writer.record.traces
    end

    def test_an_explanation_without_time_says_so
      comparison = lab_comparison
      Lab::Explain::Examination.new(made_engine(comparison.cells), gate_s: 0).explain([comparison])

      assert_equal [%w[calls v1], %w[allocations v1], %w[traffic v1]],
                   writer.record.events.map { |event| event.values_at("look", "comparison") }.first(3)
      assert_match(/\Ano time was left/, writer.record.events.first["message"])
    end

    private

    def begin_record(cells, **options)
      writer.add("run", command: "gate", options: options)
      cells.each { |cell| writer.add("cell", cell.facts) }
    end

    def lab_comparison
      cells = cells(%w[a b])
      begin_record(cells)
      comparison = Plan::Match.of(cells).flat_map(&:comparisons).find { |one| !one.noise }
      comparison.tap { writer.add("comparison", comparison.facts) }
    end

    # A gate whose first set is on record already; of each set some pairs more are measured, of equal cost.
    # `fewest` pairs of each set must fit.
    def gate(fewest: [0, 0], **rest)
      left = fewest.dup
      Plan::Budget::Effort.stub(:fewest, ->(*, **) { left.shift }) { measured(**rest) }
    end

    def measured(effects: {}, options: {}, first: 3, second: 3, for_s: 600.0)
      cells = cells(%w[a b], scenarios: BOTH)
      lines = MadeComparison.lines(contenders: %w[a b], scenarios: BOTH, effects: effects, command: "gate", options: options,
                                   pairs: 40, noise_pairs: 12, ending: nil)
      fill(lines.reject { |line| line["type"] == "comparison" })
      @known = writer.record.pairs.size
      left = [first, second]
      live.at(:step) { left.shift }
      live.at(:pair) { clock.pass(for_s) if (left[0] -= 1).zero? } unless stopping?
      lab(Lab::Gate, cells, for_s: for_s).call
    end

    def stopping? = live.instance_variable_get(:@deeds).key?(:pair)

    # Pairs that were measured, by their set.
    def sets = writer.record.pairs.drop(@known).group_by { |pair| pair["set"] }

    def steps = live.of(:step).map { |facts| facts[:text] }
  end
end
