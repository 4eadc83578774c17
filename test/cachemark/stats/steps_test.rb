# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SearchTest < Minitest::Test
    Remark = Stats::Remark
    NAMES = %w[1.0 1.1 1.2 1.3].freeze
    OPEN = { answers: [], ending: { "outcome" => "interrupted" }.freeze }.freeze
    LATE = { "outcome" => "stopped early", "reason" => "the time is over" }.freeze
    EFFECTS = Array.new(20) { |at| 0.05 + (at / 1000.0) }.freeze

    def test_a_step_for_each_version_that_was_measured
      steps = steps(spans: [[0, 3, 0.1], [0, 1, 0.0], [1, 3, 0.1]])

      assert_equal %w[1.0 1.1 1.3].zip([0.0, 0.0, 0.1]), steps.steps.map { |step| [step.name, step.effect.round(2)] }
      assert_equal [["client/get", "sync", "wall", "get", 24]],
                   steps.steps.map { |step| step.to_h.values_at(:scenario, :mode, :metric, :label, :pairs) }.uniq
      assert_equal [4, "ruby/dalli", nil], [steps.size, steps.client, steps.undecided]
      cpu = steps(spans: [[0, 3, 0.1]], options: { "metrics" => ["cpu"] }).steps
      assert_equal ["cpu"], cpu.map(&:metric).uniq
      assert_in_delta 0.1, cpu.last.effect, 0.01
    end

    # By method 2, they hold at any number of pairs.
    def test_intervals_contain_the_change_and_are_zero_at_the_first
      first, second = [nil, 2].map do |method|
        zero, last = steps(spans: [[0, 3, 0.1]], spread: 0.01, method: method).steps
        assert_equal [0.0, [0.0, 0.0]], [zero.effect, zero.interval]
        assert_includes Range.new(*last.interval), last.effect
        last.interval.last - last.interval.first
      end

      assert_operator first, :>, 0.001
      assert_operator second, :>, 1.3 * first
    end

    def test_reports_a_change_by_its_retest_alone
      change = changed([0.05] * 12, spans: [[0, 3, 0.5]])

      assert_equal ["1.1", "1.2", "client/get", "get", "wall", 12, "Spin", []],
                   change.to_h.values_at(:from, :to, :scenario, :label, :metric, :pairs, :subject, :skipped)
      assert_in_delta Math.exp(0.05) - 1, change.effect
    end

    # Those of few retests are wider than they lie, those of many have their ranks, and those with an alpha hold at any number.
    def test_intervals_of_retests
      few = changed([0.04, 0.05, 0.06, 0.05, 0.05, 0.05])

      assert_operator few.interval.first, :<, Math.exp(0.04) - 1
      assert_operator few.interval.last, :>, Math.exp(0.06) - 1
      ranks = Stats::SignedRank.interval(EFFECTS, 1 - Stats::Retest::CONFIDENCE)
      assert_equal ranks.map { |log| Math.exp(log) - 1 }, changed(EFFECTS).interval
      change = changed(EFFECTS, alpha: 0.005, method: 2)
      assert_equal Stats::Retest.interval(EFFECTS, 0.005).map { |log| Math.exp(log) - 1 }, change.interval
      assert_includes Range.new(*change.interval), change.effect
    end

    # A record of an earlier Cachemark, which named such a change.
    def test_a_change_whose_retest_contains_no_change_is_not_named
      effects = [0.05, 0.04, 0.06, -0.02, 0.21, 0.05]
      steps = steps(spans: [[1, 2, 0.05], [1, 2, effects.first, true]], answers: [answer(found: [found(1, 2, effects)])])

      assert_equal [[], Remark[:unresolved_retest]], [steps.found, steps.undecided]
    end

    def test_a_search_without_an_answer_has_the_step_that_it_was_testing_again
      few, many = [6, 12].map { |pairs| steps(spans: [[0, 3, 0.1], [1, 2, 0.1, true, pairs]], method: 2, **OPEN).changed_spans }
      retest = many.find { |one| one.kind == "retest" }

      assert_equal ["1.1", "1.2", "client/get", "get", 12], retest.to_h.values_at(:from, :to, :scenario, :label, :pairs)
      assert_in_delta Math.exp(0.1) - 1, retest.effect, 0.01
      assert_includes Range.new(*retest.interval), retest.effect
      assert_equal [6, nil], few.find { |one| one.kind == "retest" }.to_h.values_at(:pairs, :interval)
      assert_equal %w[undecided], steps(spans: [[0, 3, 0.1], [1, 2, 0.0, true]], **OPEN).changed_spans.map(&:kind)
      closed_in = steps(spans: [[0, 3, 0.1], [0, 1, 0.0], [1, 3, 0.1]], **OPEN)
      assert_equal [["undecided", "1.1", "1.3", "client/get"]],
                   closed_in.changed_spans.map { |one| [one.kind, one.from, one.to, one.scenario] }
    end

    def test_a_skipped_position_has_its_reason
      failure = { "type" => "failure", "cell" => "c3", "contender" => "dalli@1.2", "status" => "unavailable",
                  "reason" => "no gem" }
      steps = steps(more: [failure], answers: [answer(found: [found(1, 3, [0.05] * 8, skipped: [2])])])

      assert_equal [[2, "1.2", "no gem", "Spin"]],
                   steps.skipped.map { |skip| skip.to_h.values_at(:position, :name, :reason, :subject) }
      assert_equal ["1.2"], steps.found.first.skipped
    end

    def test_why_there_is_no_answer
      { "too near" => { answers: [answer(undecided: "too near")] }, "interrupted" => OPEN,
        "the time is over" => { answers: [], ending: LATE }, Remark[:search_unfinished] => { answers: [], ending: nil } }
        .each { |reason, made| assert_equal reason, steps(**made).undecided }
    end

    # Missing pairs have their own code.
    def test_the_exit_code
      early = { answers: [], ending: { "outcome" => "stopped early", "reason" => "why" } }
      short = { "type" => "event", "kind" => "stopped", "time_too_short" => true }
      lost = %w[c1 c2 c3].zip(%w[1.0 1.1 1.2]).map do |cell, name|
        { "type" => "failure", "cell" => cell, "contender" => "dalli@#{name}", "status" => "unavailable", "reason" => "no gem" }
      end
      near = [answer(undecided: "too near")]

      assert_equal [0, 4, 4], [steps(answers: [answer]), steps(answers: near), steps(**early, more: [short])].map(&:code)
      assert_equal [3, 3], [steps(**early), steps(answers: near, more: lost)].map(&:code)
    end

    def test_each_scenario_without_an_answer_is_named_with_the_reason
      steps = steps(scenarios: %w[client/set client/get client/multi], spans: [[0, 3, 0.1]], ending: LATE,
                    answers: [answer(scenario: "client/set")])
      late = "the time is over"

      assert_equal [["client/set", "set", nil], ["client/get", "get", late],
                    ["client/multi", "multi", Remark[:not_searched, reason: late]]],
                   steps.scenarios.map { |one| [one.scenario, one.label, one.undecided] }
      assert_equal late, steps.undecided
      both = %w[client/get client/set]
      assert_nil steps(scenarios: both, answers: both.map { |scenario| answer(scenario: scenario) }).undecided
    end

    def test_each_mode_of_a_scenario_has_its_own_answer
      modes = ->(line) { line["scenario"] == "client/set" ? line.merge("scenario" => "client/get", "mode" => "threads-2") : line }
      other = answer(found: [found(1, 2, [0.05] * 12)]).merge("mode" => "threads-2")
      both = { scenarios: %w[client/get client/set], cells: modes }
      open = steps(answers: [answer(undecided: "too near"), other], **both)

      assert_equal [["sync", "too near"], ["threads-2", nil]], open.scenarios.map { |one| [one.mode, one.undecided] }
      assert_equal ["too near", "set (threads-2)"], [open.undecided, open.found.first.label]
      assert_equal :not_searched, steps(answers: [other], **both).undecided.id
    end

    def test_lists_other_steps_that_moved
      made = { spans: [[0, 1, 0.1], [1, 2, 0.0], [2, 3, 0.05]], answers: [answer(found: [found(0, 1, [0.1] * 12)])] }

      assert_equal [["apart", "1.2", "1.3"]], steps(**made).changed_spans.map { |one| [one.kind, one.from, one.to] }
      [{ "all" => true }, { "margin" => 0.06 }].each { |options| assert_empty steps(**made, options: options).changed_spans }
    end

    def test_notes_each_command_that_resumed_it
      argv = ["find", "--resume", "x y"]
      events = [{ "at" => "10:00", "argv" => argv }, { "at" => "11:00" }].map do |one|
        { "type" => "event", "kind" => "resumed", **one }
      end

      assert_equal [Remark[:resumed, at: "10:00", argv: argv], Remark[:resumed, at: "11:00", argv: nil]],
                   steps(more: events).notes.last(2)
    end

    private

    # Of a record of `find` over four versions, whose pairs between two of them cost so much more.
    def steps(spans: [], answers: [answer], scenarios: ["client/get"], options: {}, spread: 0.002, method: nil, **rest)
      lines = MadeComparison.lines(contenders: NAMES.map { |name| "dalli@#{name}" }, scenarios: scenarios, command: "find",
                                   pairs: 0, noise_pairs: 0, options: options, method: method, **rest)
      positions = NAMES.each_with_index.map do |name, at|
        { **Line["position"], "position" => at, "contender" => "dalli@#{name}", "name" => name, "subject" => "Spin" }
      end
      measured = spans.each_with_index.flat_map { |span, at| span(at, span, spread) }
      lines = lines.reject { |line| %w[comparison sample].include?(line["type"]) }.insert(1, *positions, *measured, *answers)
      Stats::Steps.of(Record.from_lines(lines))
    end

    def span(at, (from, to, effect, retest, pairs), spread)
      made = MadeComparison.lines(contenders: [NAMES[from], NAMES[to]], scenarios: ["client/get"], pairs: pairs || 12,
                                  noise_pairs: 0, effects: { "client/get" => effect }, spread: spread, seed: at)
      step = { "from" => from, "to" => to, "retest" => retest == true }
      made.select { |line| %w[sample comparison].include?(line["type"]) }.map { |line| moved(line, at, step) }
    end

    # The same lines among those of other spans.
    def moved(line, at, step)
      line = line.merge("comparison" => "f#{at}") if line["comparison"]
      line = line.merge("comparisons" => ["f#{at}"]) if line["comparisons"]
      line = line.merge("pair" => (at * 100) + line["pair"]) if line["pair"]
      line["type"] == "comparison" ? line.merge("step" => step) : line
    end

    def answer(found: [], undecided: nil, scenario: "client/get")
      { "type" => "answer", "scenario" => scenario, "mode" => "sync", "metric" => "wall", "found" => found,
        "undecided" => undecided }
    end

    def found(from, to, effects, skipped: [], alpha: nil)
      { "from" => from, "to" => to, "effects" => effects, "alpha" => alpha, "skipped" => skipped }.compact
    end

    # The change between 1.1 and 1.2 with these retests.
    def changed(effects, alpha: nil, **made)
      steps(**made, answers: [answer(found: [found(1, 2, effects, alpha: alpha)])]).found.first
    end
  end

  class Stats::ChangedSpansTest < Minitest::Test
    # 3.0.3 is slower by 4 %, 3.0.9 faster than 3.0.5 by 3 %.
    LEVELS = { 0 => 0.0, 2 => 0.001, 3 => 0.041, 5 => 0.042, 9 => 0.01 }.freeze

    # A half of which too little is known closes nothing in.
    def test_without_an_answer_it_is_the_fewest_versions_between_which_it_surely_changed
      { LEVELS.slice(0, 2, 3, 5) => %w[3.0.2 3.0.3], LEVELS.slice(0, 5) => %w[3.0.0 3.0.5] }.each do |levels, ends|
        assert_equal [["undecided", *ends]], spans(levels, nil)
      end
      assert_equal [["undecided", "3.0.2", "3.0.5"]],
                   spans(LEVELS.slice(0, 2, 5), { "undecided" => "too few pairs" }, open: true)
      assert_equal [["undecided", "3.0.0", "3.0.9"]], spans({ 0 => 0.0, 5 => 0.02, 9 => 0.04 }, nil, half_widths: { 5 => 0.05 })
      assert_empty spans({ 0 => 0.0, 9 => 0.009 }, nil)
      assert_empty spans({ 0 => 0.0, 9 => 0.03 }, nil, half_widths: { 9 => 0.04 })
      assert_empty spans({}, nil)
    end

    def test_lists_other_moved_steps_next_to_the_change_that_was_found
      found = [MadeSteps.change]

      assert_equal [["apart", "3.0.5", "3.0.9"]], spans(LEVELS, {}, found)
      assert_in_delta (1.01 / 1.042) - 1, changed_spans(LEVELS, {}, found).first.effect
      assert_empty spans(LEVELS.except(9), {}, found)
      [{ all: true }, { margin: 0.04 }].each { |options| assert_empty spans(LEVELS, {}, found, **options) }
    end

    def test_lists_a_change_over_several_measured_steps
      gradual = { 0 => 0.0, 1 => 0.009, 2 => 0.019, 3 => 0.061, 5 => 0.062 }
      found = changed_spans(gradual, {}, [MadeSteps.change], half_widths: { 1 => 0.002, 2 => 0.002 }).first

      assert_equal ["apart", "3.0.0", "3.0.2"], [found.kind, found.from, found.to]
      [0.019, 0.017, 0.021].zip([found.effect, *found.interval]) { |wanted, own| assert_in_delta wanted, own, 1e-4 }
    end

    def test_reports_a_change_of_several_steps_as_it_was_measured
      spread = { "found" => [], "spread" => [{ "from" => 2, "to" => 5, "effects" => [0.02, 0.03, 0.04], "skipped" => [] }] }
      span = changed_spans(LEVELS, spread).first

      assert_equal ["spread", "3.0.2", "3.0.5", "client/get"], [span.kind, span.from, span.to, span.scenario]
      assert_in_delta Math.exp(0.03) - 1, span.effect
    end

    private

    def spans(...) = changed_spans(...).map { |one| [one.kind, one.from, one.to] }

    # `half_widths` by position: half of the interval.
    def changed_spans(levels, answer, found = [], half_widths: {}, margin: 0.01, **options)
      steps = levels.map do |at, effect|
        half = at.zero? ? 0.0 : half_widths.fetch(at, 0.004)
        MadeSteps.step(at, effect, interval: [effect - half, effect + half])
      end
      Stats::Steps::Search::ChangedSpans.new(steps, answer, found, margin: margin, **options).to_a
    end
  end

  class Stats::LevelsTest < Minitest::Test
    TENTH = [0.1, 0.11, 0.09].freeze

    # It begins at the first that was measured. A position with few pairs or no connection has no level.
    def test_levels_of_spans
      { [[3, 7, [-0.02, -0.03, -0.01]]] => { 3 => 0.0, 7 => -0.02 }, [[0, 1, [0.1, 0.1]]] => {}, [] => {},
        [[0, 1, TENTH], [5, 6, TENTH]] => { 0 => 0.0, 1 => 0.1 }, [[0, 4, [0.1]], [0, 4, [0.11, 0.09]]] => { 0 => 0.0, 4 => 0.1 },
        # Two paths to a position make one figure.
        [[0, 1, TENTH], [1, 2, TENTH], [0, 2, [0.26, 0.27, 0.25]]] => { 0 => 0.0, 1 => 0.12, 2 => 0.24 } }.each do |spans, wanted|
        assert_equal wanted, levels(*spans).transform_values { |level| level.log.round(6) }
      end
    end

    def test_a_measurement_with_less_scatter_has_more_weight
      sharp, blunt = [0.1, 0.1001, 0.0999], [0.2, 0.3, 0.1]

      assert_in_delta 0.1, levels([0, 1, sharp], [1, 2, [0.0, 0.01, -0.01]], [0, 2, blunt]).fetch(1).log, 0.001
    end

    def test_the_error_grows_with_the_way_and_shrinks_with_the_pairs
      errors = levels([0, 1, TENTH], [1, 2, TENTH]).values.map(&:error)

      assert_equal 0.0, errors.first
      assert_in_delta Math.sqrt(2), errors[2] / errors[1], 1e-6
      assert_in_delta 0.5, levels([0, 1, TENTH * 4], [1, 2, TENTH]).fetch(1).error / errors[1], 0.01
    end

    private

    def levels(*spans) = Stats::Levels.new(spans).to_h
  end

  class Stats::StepsTest < Minitest::Test
    # Each host knows the pairs of all; one was lost before the answer.
    def test_of_several_hosts_the_one_that_got_furthest_counts
      cells = %w[1.0 1.1].each_with_index.map do |name, at|
        { "type" => "cell", "cell" => "c#{at}", "contender" => "dalli@#{name}", "client" => "ruby/dalli", "mode" => "sync",
          "scenario" => "client/get", "label" => "get" }
      end
      positions = %w[1.0 1.1].each_with_index.map { |name, at| { **Line["position"], "position" => at, "name" => name } }
      comparison = { "type" => "comparison", "comparison" => "f1", "baseline" => "c0", "contender" => "c1", "mode" => "sync",
                     "scenario" => "client/get", "step" => { "from" => 0, "to" => 1 } }
      effects = { **Line["effect"], "comparison" => "f1", "hosts" => [[0.1, 0.11, 0.09], [0.1, 0.12, 0.08]] }
      steps = merged("n1" => [*cells, *positions, comparison],
                     "n2" => [*cells, *positions, comparison, effects, { "type" => "end", "outcome" => "complete" }])

      assert_equal [["1.0", 6], ["1.1", 6]], steps.steps.map { |step| [step.name, step.pairs] }
      assert_in_delta 0.1, Math.log(1 + steps.steps.last.effect), 1e-6
      assert_equal Stats::Remark[:searched_on, hosts: %w[n1 n2]], steps.notes.first
      assert_includes steps.notes, Stats::Remark[:host_lost, host: "n1"]
    end

    def test_a_series_per_scenario_mode_and_metric_in_the_order_of_the_range
      steps = [MadeSteps.step(3, 0.1), MadeSteps.step(0, 0.0), MadeSteps.step(1, 0.0, metric: "cpu")]
      series = MadeSteps.steps.with(steps: steps).series

      assert_equal [%w[client/get sync wall], %w[client/get sync cpu]], series.keys
      assert_equal [0, 3], series.values.first.map(&:position)
    end

    def test_the_facts_of_the_run
      assert_in_delta 0.03, MadeSteps.steps(run: { "options" => { "margin" => 0.03 } }).margin
      assert_equal [nil, {}, {}, 0.01],
                   MadeSteps.steps(run: {}).then { |one| [one.command, one.machine, one.placement, one.margin] }
    end

    private

    def merged(lines)
      parts = lines.map do |host, own|
        run = MadeRecord.lines.first.merge("command" => "find", "options" => { "metrics" => ["wall"] }, "seed" => host.hash)
        Record::Merge::Part.of(host, Record.from_lines([run, *own]))
      end
      Stats::Steps.of(Record.from_lines(Record::Merge.new(parts, tallies: []).lines))
    end
  end
end
