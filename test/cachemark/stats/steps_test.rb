# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::SearchTest < Minitest::Test
    NAMES = %w[1.0 1.1 1.2 1.3].freeze

    def test_a_step_for_each_version_that_was_measured
      steps = steps(spans: [[0, 3, 0.1], [0, 1, 0.0], [1, 3, 0.1]])

      assert_equal %w[1.0 1.1 1.3], steps.steps.map(&:name)
      assert_equal [0.0, 0.0, 0.1], steps.steps.map { |step| step.effect.round(2) }
      assert_equal [24, 24, 24], steps.steps.map(&:pairs)
      assert_equal [["client/get", "sync", "wall", "get"]],
                   steps.steps.map { |step| [step.scenario, step.mode, step.metric, step.label] }.uniq
      assert_equal [4, "ruby/dalli", nil], [steps.size, steps.client, steps.undecided]
    end

    def test_intervals_contain_the_change_and_are_zero_at_the_first
      first, *others = steps(spans: [[0, 3, 0.1]], spread: 0.01).steps

      assert_equal [0.0, [0.0, 0.0]], [first.effect, first.interval]
      others.each { |step| assert_includes Range.new(*step.interval), step.effect }
      assert_operator others.first.interval.last - others.first.interval.first, :>, 0.001
    end

    def test_reports_a_change_by_its_retest_alone
      change = steps(spans: [[0, 3, 0.5]], answers: [answer(found: [found(1, 2, [0.05] * 12)])]).found.first

      assert_equal ["1.1", "1.2", "client/get", "get", "wall", 12], [change.from, change.to, change.scenario, change.label,
                                                                      change.metric, change.pairs]
      assert_in_delta Math.exp(0.05) - 1, change.effect
      assert_equal ["Spin", []], [change.subject, change.skipped]
    end

    def test_an_interval_of_few_retests_is_wider_than_they_lie
      few = steps(answers: [answer(found: [found(1, 2, [0.04, 0.05, 0.06, 0.05, 0.05, 0.05])])]).found.first

      assert_operator few.interval.first, :<, Math.exp(0.04) - 1
      assert_operator few.interval.last, :>, Math.exp(0.06) - 1
    end

    def test_an_interval_of_many_retests_is_that_of_their_ranks
      effects = Array.new(20) { |at| 0.05 + (at / 1000.0) }
      change = steps(answers: [answer(found: [found(1, 2, effects)])]).found.first

      bounds = Stats::SignedRank.interval(effects, 1 - Stats::Retest::CONFIDENCE)

      assert_equal bounds.map { |log| Math.exp(log) - 1 }, change.interval
    end

    def test_an_interval_holds_at_any_number_of_retests
      effects = Array.new(20) { |at| 0.05 + (at / 1000.0) }
      change = steps(method: 2, answers: [answer(found: [found(1, 2, effects, alpha: 0.005)])]).found.first

      assert_equal Stats::Retest.interval(effects, 0.005).map { |log| Math.exp(log) - 1 }, change.interval
      assert_includes Range.new(*change.interval), change.effect
    end

    def test_intervals_of_steps_hold_at_any_number_of_pairs
      first, second = [nil, 2].map { |method| steps(spans: [[0, 3, 0.1]], spread: 0.01, method: method).steps.last.interval }

      assert_operator second.last - second.first, :>, 1.3 * (first.last - first.first)
    end

    def test_a_retest_of_too_few_pairs_has_no_interval
      open = { answers: [], method: 2, ending: { "outcome" => "interrupted" } }
      few, many = [6, 12].map do |pairs|
        steps(spans: [[0, 3, 0.1], [1, 2, 0.1, true, pairs]], **open).changed_spans.find { |one| one.kind == "retest" }
      end

      assert_equal [6, nil, 12], [few.pairs, few.interval, many.pairs]
      assert_includes Range.new(*many.interval), many.effect
    end

    # A record of an earlier Cachemark, which named such a change.
    def test_a_change_whose_retest_contains_no_change_is_not_named
      effects = [0.05, 0.04, 0.06, -0.02, 0.21, 0.05]
      steps = steps(spans: [[1, 2, 0.05], [1, 2, effects.first, true]], answers: [answer(found: [found(1, 2, effects)])])

      assert_equal [[], "the interval of the retest contains 0"], [steps.found, steps.undecided]
    end

    def test_a_search_without_an_answer_has_the_step_that_it_was_testing_again
      steps = steps(spans: [[0, 3, 0.1], [1, 2, 0.1, true]], answers: [], ending: { "outcome" => "interrupted" })
      retest = steps.changed_spans.find { |one| one.kind == "retest" }

      assert_equal ["1.1", "1.2", "client/get", "get", 12], [retest.from, retest.to, retest.scenario, retest.label, retest.pairs]
      assert_in_delta Math.exp(0.1) - 1, retest.effect, 0.01
      assert_includes Range.new(*retest.interval), retest.effect
    end

    def test_a_retest_within_the_margin_is_no_change
      steps = steps(spans: [[0, 3, 0.1], [1, 2, 0.0, true]], answers: [], ending: { "outcome" => "interrupted" })

      assert_equal %w[undecided], steps.changed_spans.map(&:kind)
    end

    def test_a_skipped_position_has_its_reason
      failure = { "type" => "failure", "cell" => "c3", "contender" => "dalli@1.2", "status" => "unavailable",
                  "reason" => "no gem" }
      steps = steps(more: [failure], answers: [answer(found: [found(1, 3, [0.05] * 8, skipped: [2])])])

      assert_equal [[2, "1.2", "no gem", "Spin"]],
                   steps.skipped.map { |skip| [skip.position, skip.name, skip.reason, skip.subject] }
      assert_equal ["1.2"], steps.found.first.skipped
    end

    def test_why_there_is_no_answer
      assert_equal "the ends differ by nearly the margin",
                   steps(answers: [answer(undecided: "the ends differ by nearly the margin")]).undecided
      assert_equal "the time is over",
                   steps(answers: [], ending: { "outcome" => "stopped early", "reason" => "the time is over" }).undecided
      assert_equal "interrupted", steps(answers: [], ending: { "outcome" => "interrupted" }).undecided
      assert_equal "the search has not ended", steps(answers: [], ending: nil).undecided
    end

    def test_missing_pairs_have_their_own_code
      early = { answers: [], ending: { "outcome" => "stopped early", "reason" => "why" } }
      short = { "type" => "event", "kind" => "stopped", "time_too_short" => true }
      lost = %w[c1 c2 c3].zip(%w[1.0 1.1 1.2]).map do |cell, name|
        { "type" => "failure", "cell" => cell, "contender" => "dalli@#{name}", "status" => "unavailable", "reason" => "no gem" }
      end
      near = [answer(undecided: "too near")]

      assert_equal [0, 4, 4], [steps(answers: [answer]), steps(answers: near), steps(**early, more: [short])].map(&:code)
      assert_equal [3, 3], [steps(**early), steps(answers: near, more: lost)].map(&:code)
    end

    def test_every_scenario_needs_an_answer
      both = %w[client/get client/set]

      assert_equal "not searched: complete", steps(scenarios: both, answers: [answer]).undecided
      assert_nil steps(scenarios: both, answers: both.map { |scenario| answer(scenario: scenario) }).undecided
    end

    def test_each_scenario_without_an_answer_is_named_with_the_reason
      ending = { "outcome" => "stopped early", "reason" => "the time is over" }
      steps = steps(scenarios: %w[client/set client/get client/multi], spans: [[0, 3, 0.1]], ending: ending,
                    answers: [answer(scenario: "client/set")])

      assert_equal [["client/set", "set", nil], ["client/get", "get", "the time is over"],
                    ["client/multi", "multi", "not searched: the time is over"]],
                   steps.scenarios.map { |one| [one.scenario, one.label, one.undecided] }
      assert_equal "the time is over", steps.undecided
    end

    def test_each_mode_of_a_scenario_has_its_own_answer
      modes = ->(line) { line["scenario"] == "client/set" ? line.merge("scenario" => "client/get", "mode" => "threads-2") : line }
      other = answer(found: [found(1, 2, [0.05] * 12)]).merge("mode" => "threads-2")
      both = { scenarios: %w[client/get client/set], cells: modes }
      open = steps(answers: [answer(undecided: "too near"), other], **both)

      assert_equal [["sync", "too near"], ["threads-2", nil]], open.scenarios.map { |one| [one.mode, one.undecided] }
      assert_equal ["too near", "set (threads-2)"], [open.undecided, open.found.first.label]
      assert_equal "not searched: complete", steps(answers: [other], **both).undecided
    end

    def test_a_search_without_an_answer_says_how_far_it_closed_in
      steps = steps(spans: [[0, 3, 0.1], [0, 1, 0.0], [1, 3, 0.1]], answers: [], ending: { "outcome" => "interrupted" })

      assert_equal [["undecided", "1.1", "1.3", "client/get"]],
                   steps.changed_spans.map { |one| [one.kind, one.from, one.to, one.scenario] }
    end

    def test_lists_other_steps_that_moved
      spans = [[0, 1, 0.1], [1, 2, 0.0], [2, 3, 0.05]]
      found = answer(found: [found(0, 1, [0.1] * 12)])

      assert_equal [["apart", "1.2", "1.3"]],
                   steps(spans: spans, answers: [found]).changed_spans.map { |one| [one.kind, one.from, one.to] }
      assert_empty steps(spans: spans, answers: [found], options: { "all" => true }).changed_spans
      assert_empty steps(spans: spans, answers: [found], options: { "margin" => 0.06 }).changed_spans
    end

    def test_notes_each_command_that_resumed_it
      events = [{ "type" => "event", "kind" => "resumed", "at" => "2026-11-22T10:00:00Z",
                  "argv" => ["find", "--resume", "x y", "--for", "5m"] },
                { "type" => "event", "kind" => "resumed", "at" => "2026-11-22T11:00:00Z" }]

      assert_equal ["the search was resumed at 2026-11-22T10:00:00Z: cachemark find --resume 'x y' --for 5m",
                    "the search was resumed at 2026-11-22T11:00:00Z"], steps(more: events).notes.last(2)
    end

    def test_the_metric_of_the_search_is_that_of_its_steps
      steps = steps(spans: [[0, 3, 0.1]], options: { "metrics" => ["cpu"] })

      assert_equal ["cpu"], steps.steps.map(&:metric).uniq
      assert_in_delta 0.1, steps.steps.last.effect, 0.01
    end

    private

    def steps(**record) = Said::Steps.of(record(**record))

    # A record of `find` over four versions, whose pairs between two of them cost so much more.
    def record(spans: [], answers: [answer], scenarios: ["client/get"], options: {}, spread: 0.002, method: nil, **rest)
      versions = NAMES.map { |name| "dalli@#{name}" }
      lines = MadeComparison.lines(contenders: versions, scenarios: scenarios, command: "find", pairs: 0, noise_pairs: 0,
                                   options: options, **rest).reject { |line| %w[comparison pair].include?(line["type"]) }
      positions = NAMES.each_with_index.map do |name, at|
        { "type" => "position", "position" => at, "contender" => "dalli@#{name}", "name" => name, "subject" => "Spin" }
      end
      measured = spans.each_with_index.flat_map { |span, at| span(at, span, spread) }
      lines = lines.insert(1, *positions, *measured, *answers)
      Record.from_lines(lines.map { |line| line["type"] == "run" ? { **line, "method" => method }.compact : line })
    end

    def span(at, (from, to, effect, retest, pairs), spread)
      made = MadeComparison.lines(contenders: [NAMES[from], NAMES[to]], scenarios: ["client/get"], pairs: pairs || 12,
                                  noise_pairs: 0, effects: { "client/get" => effect }, spread: spread, seed: at)
      made.select { |line| %w[block pair comparison].include?(line["type"]) }.map do |line|
        moved(line, at, from, to, retest)
      end
    end

    # The same lines among those of other spans.
    def moved(line, at, from, to, retest)
      line = line.merge("comparison" => "f#{at}") if line["comparison"]
      line = line.merge("comparisons" => ["f#{at}"]) if line["comparisons"]
      line = line.merge("pair" => (at * 100) + line["pair"]) if line["pair"]
      return line unless line["type"] == "comparison"

      line.merge("step" => { "from" => from, "to" => to, "retest" => retest == true })
    end

    def answer(found: [], undecided: nil, scenario: "client/get")
      { "type" => "answer", "scenario" => scenario, "mode" => "sync", "metric" => "wall", "found" => found,
        "undecided" => undecided }
    end

    def found(from, to, effects, skipped: [], alpha: nil)
      { "from" => from, "to" => to, "effects" => effects, "alpha" => alpha, "skipped" => skipped }.compact
    end
  end

  class Stats::ChangedSpansTest < Minitest::Test
    # 3.0.3 is slower by 4 %, 3.0.9 faster than 3.0.5 by 3 %.
    LEVELS = { 0 => 0.0, 2 => 0.001, 3 => 0.041, 5 => 0.042, 9 => 0.01 }.freeze

    def test_without_an_answer_it_is_the_fewest_versions_between_which_it_surely_changed
      assert_equal [["undecided", "3.0.2", "3.0.3"]], spans(LEVELS.slice(0, 2, 3, 5), nil)
      assert_equal [["undecided", "3.0.0", "3.0.5"]], spans(LEVELS.slice(0, 5), nil)
      assert_equal [["undecided", "3.0.2", "3.0.5"]], spans(LEVELS.slice(0, 2, 5), { "undecided" => "too few pairs" }, open: true)
    end

    def test_a_half_of_which_too_little_is_known_closes_nothing_in
      assert_equal [["undecided", "3.0.0", "3.0.9"]], spans({ 0 => 0.0, 5 => 0.02, 9 => 0.04 }, nil, half_widths: { 5 => 0.05 })
    end

    def test_finds_nothing_between_steps_that_did_not_move
      assert_empty spans({ 0 => 0.0, 9 => 0.009 }, nil)
      assert_empty spans({ 0 => 0.0, 9 => 0.03 }, nil, half_widths: { 9 => 0.04 })
      assert_empty spans({}, nil)
    end

    def test_lists_other_moved_steps_next_to_the_change_that_was_found
      found = [MadeSteps.change]

      assert_equal [["apart", "3.0.5", "3.0.9"]], spans(LEVELS, {}, found)
      assert_empty spans(LEVELS.except(9), {}, found)
      assert_empty spans(LEVELS, {}, found, all: true)
      assert_in_delta (1.01 / 1.042) - 1, changed_spans(LEVELS, {}, found).first.effect
    end

    def test_lists_a_change_over_several_measured_steps
      gradual = { 0 => 0.0, 1 => 0.009, 2 => 0.019, 3 => 0.061, 5 => 0.062 }
      found = changed_spans(gradual, {}, [MadeSteps.change], half_widths: { 1 => 0.002, 2 => 0.002 }).first

      assert_equal ["apart", "3.0.0", "3.0.2"], [found.kind, found.from, found.to]
      assert_in_delta 0.019, found.effect
      [0.017, 0.021].zip(found.interval) { |bound, own| assert_in_delta bound, own, 1e-4 }
    end

    def test_a_larger_margin_passes_more_over
      assert_empty spans(LEVELS, {}, [MadeSteps.change], margin: 0.04)
    end

    def test_reports_a_change_of_several_steps_as_it_was_measured
      spread = { "found" => [], "spread" => [{ "from" => 2, "to" => 5, "effects" => [0.02, 0.03, 0.04], "skipped" => [] }] }
      span = changed_spans(LEVELS, spread).first

      assert_equal ["spread", "3.0.2", "3.0.5", "client/get"], [span.kind, span.from, span.to, span.scenario]
      assert_in_delta Math.exp(0.03) - 1, span.effect
    end

    private

    def spans(levels, answer, found = [], **options)
      changed_spans(levels, answer, found, **options).map { |one| [one.kind, one.from, one.to] }
    end

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
    def test_steps_along_a_line_add_up
      levels = levels([0, 2, [0.1, 0.11, 0.09]], [2, 5, [0.05, 0.06, 0.04]])

      assert_equal [0, 2, 5], levels.keys
      assert_equal [0.0, 0.1, 0.15], logs(levels)
      assert_equal [3, 6, 3], levels.values.map(&:pairs)
    end

    def test_combines_two_paths_to_a_position_into_one_figure
      levels = levels([0, 1, [0.1, 0.11, 0.09]], [1, 2, [0.1, 0.11, 0.09]], [0, 2, [0.26, 0.27, 0.25]])

      assert_equal [0.0, 0.12, 0.24], logs(levels)
    end

    def test_a_measurement_with_less_scatter_has_more_weight
      sharp, blunt = [0.1, 0.1001, 0.0999], [0.2, 0.3, 0.1]

      assert_in_delta 0.1, levels([0, 1, sharp], [1, 2, [0.0, 0.01, -0.01]], [0, 2, blunt]).fetch(1).log, 0.001
    end

    def test_the_error_grows_with_the_way_and_shrinks_with_the_pairs
      few = [0.1, 0.11, 0.09]
      errors = levels([0, 1, few], [1, 2, few]).values.map(&:error)

      assert_equal 0.0, errors.first
      assert_in_delta Math.sqrt(2), errors[2] / errors[1], 1e-6
      assert_in_delta 0.5, levels([0, 1, few * 4], [1, 2, few]).fetch(1).error / errors[1], 0.01
    end

    def test_pairs_of_one_span_count_together_whenever_they_were_measured
      assert_equal [0.0, 0.1], logs(levels([0, 4, [0.1]], [0, 4, [0.11, 0.09]]))
    end

    def test_a_position_with_few_pairs_or_no_connection_has_no_level
      assert_empty levels([0, 1, [0.1, 0.1]])
      assert_empty levels
      assert_equal [0, 1], levels([0, 1, [0.1, 0.11, 0.09]], [5, 6, [0.1, 0.11, 0.09]]).keys
    end

    def test_begins_at_the_first_that_was_measured
      levels = levels([3, 7, [-0.02, -0.03, -0.01]])

      assert_equal [[3, 7], [0.0, -0.02]], [levels.keys, logs(levels)]
    end

    def test_a_matrix_and_its_inverse_make_one
      assert_equal [[0.4, -0.2], [-0.2, 0.6]],
                   Stats::Levels::Matrix.inverse([[3, 1], [1, 2]]).map { |row| row.map { |value| value.round(9) } }
    end

    private

    def levels(*spans) = Stats::Levels.new(spans).to_h
    def logs(levels) = levels.values.map { |level| level.log.round(6) }
  end
end

class StepsTest < Minitest::Test
  # Each host knows the pairs of all; one was lost before the answer.
  def test_of_several_hosts_the_one_that_got_furthest_counts
    cells = %w[1.0 1.1].each_with_index.map do |name, at|
      { "type" => "cell", "cell" => "c#{at}", "contender" => "dalli@#{name}", "client" => "ruby/dalli", "mode" => "sync",
        "scenario" => "client/get", "label" => "get" }
    end
    positions = %w[1.0 1.1].each_with_index.map { |name, at| { "type" => "position", "position" => at, "name" => name } }
    comparison = { "type" => "comparison", "comparison" => "f1", "baseline" => "c0", "contender" => "c1", "mode" => "sync",
                   "scenario" => "client/get", "step" => { "from" => 0, "to" => 1 } }
    effects = { "type" => "effect", "comparison" => "f1", "hosts" => [[0.1, 0.11, 0.09], [0.1, 0.12, 0.08]] }
    lines = { "n1" => [comparison], "n2" => [comparison, effects, { "type" => "end", "outcome" => "complete" }] }
    parts = lines.map do |host, own|
      run = MadeRecord.lines.first.merge("command" => "find", "options" => { "metrics" => ["wall"] }, "seed" => host.hash)
      Cachemark::Record::Merge::Part.of(host, Cachemark::Record.from_lines([run, *cells, *positions, *own]))
    end
    merged = Cachemark::Record.from_lines(Cachemark::Record::Merge.new(parts, tallies: []).lines)
    steps = Cachemark::Report::Sentences.in(Cachemark::Stats::Steps.of(merged))

    assert_equal [%w[1.0 1.1], [6, 6]], [steps.steps.map(&:name), steps.steps.map(&:pairs)]
    assert_in_delta 0.1, Math.log(1 + steps.steps.last.effect), 1e-6
    assert_equal "searched on 2 hosts together (n1 and n2): pairs are the sum over all hosts", steps.notes.first
    assert_includes steps.notes, "lost n1: its measurements until then count"
  end

  def test_a_series_per_scenario_mode_and_metric_in_the_order_of_the_range
    steps = [MadeSteps.step(3, 0.1), MadeSteps.step(0, 0.0), MadeSteps.step(1, 0.0, metric: "cpu")]
    series = MadeSteps.steps.with(steps: steps).series

    assert_equal [%w[client/get sync wall], %w[client/get sync cpu]], series.keys
    assert_equal [0, 3], series.values.first.map(&:position)
  end

  def test_the_margin_is_the_commands
    assert_in_delta 0.01, MadeSteps.steps.margin
    assert_in_delta 0.03, MadeSteps.steps(run: { "options" => { "margin" => 0.03 } }).margin
  end

  def test_a_run_without_facts_has_empty_ones
    steps = MadeSteps.steps(run: {})

    assert_equal [nil, {}, {}, 0.01], [steps.command, steps.machine, steps.placement, steps.margin]
  end
end
