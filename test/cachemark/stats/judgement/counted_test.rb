# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementCountedTest < Minitest::Test
    WORKS = { "dalli@2.7.11" => { "round_trips" => 3 }, "dalli@3.2.8" => { "round_trips" => 6, "bytes_out" => 60 } }.freeze
    SECOND = { "method" => 2 }.freeze

    def test_the_same_number_of_objects_is_the_same
      result = verdict("allocations")

      assert_equal ["same", 0.0, [0.0, 0.0], [3.0, 3.0], "objects"],
                   [result.verdict, result.effect, result.interval, result.costs, result.unit]
    end

    def test_one_object_more_is_slower_and_one_less_is_faster
      more, less = [1200, 450].map { |count| verdict("allocations", blocks: allocating(count)) }

      assert_equal ["slower", [3.0, 4.0]], [more.verdict, more.costs]
      assert_equal ["faster", -0.5], [less.verdict, less.effect]
    end

    def test_a_processs_least_block_counts
      blocks = ->(block) { block["quad"] == 1 && block["slot"] == 3 ? {} : { "allocations" => 900 + (block["slot"] * 7) + 1 } }

      assert_equal [3.0, 3.0], verdict("allocations", blocks: blocks).costs
    end

    def test_processes_that_differ_as_much_as_the_contenders_are_unresolved
      blocks = ->(block) { block["arm"] == "contender" ? { "allocations" => 810 + ((block["pair"] % 7) * 30) } : {} }
      result = verdict("allocations", blocks: blocks)

      assert_equal ["unresolved", nil], [result.verdict, result.interval]
      assert_equal "objects per call differ from process to process of dalli@3.2.8, from 2.7 to 3.3: " \
                   "as much as the two contenders do",
                   result.reason
    end

    def test_a_process_out_of_twenty_does_not_blur_the_rest
      blocks = ->(block) { { "allocations" => block["arm"] == "contender" ? 930 + (block["pair"] == 1 ? 60 : 0) : 900 } }

      assert_equal "slower", verdict("allocations", pairs: 20, blocks: blocks).verdict
    end

    # 43.02 to 43.07 objects: what a block costs once is shared by calls that differ in number.
    def test_a_spread_inside_the_margin_is_the_same_however_many_pairs_there_are
      result = [3, 4, 5, 9, 14].map do |pairs|
        verdict("allocations", pairs: pairs, blocks: ->(block) { { "allocations" => 12_906 + ((block["pair"] * 7) % 16) } })
      end

      assert_equal [["same", "43.0"]], result.map { |one| [one.verdict, format("%.1f", one.costs.first)] }.uniq
      result.each { |one| assert_operator one.interval.map(&:abs).max, :<, 0.002 }
    end

    def test_an_object_more_among_a_thousand_is_no_accident
      result = verdict("allocations", blocks: ->(block) { { "allocations" => block["arm"] == "contender" ? 300_300 : 300_000 } })

      assert_equal ["slower", [1000.0, 1001.0]], [result.verdict, result.costs]
    end

    def test_less_than_an_object_in_an_iteration_is_none
      result = verdict("allocations", blocks: ->(block) { { "allocations" => block["arm"] == "contender" ? 12_910 : 12_900 } })

      assert_equal ["same", 0.0007], [result.verdict, result.effect.round(4)]
    end

    def test_two_processes_do_not_tell_how_far_processes_differ
      result = verdict("allocations", pairs: 2, blocks: allocating(1200))

      assert_equal ["unresolved", "2 pairs of processes, fewer than 3: how far processes differ is unknown"],
                   [result.verdict, result.reason]
    end

    def test_a_wider_margin_forgives_more
      figures = [[43.0, 43.4, 43.2], [43.1, 43.6, 43.3]]
      blocks = %w[baseline contender].zip(figures).flat_map do |arm, own|
        own.each_with_index.map { |count, at| { "arm" => arm, "process" => "#{arm}#{at}", "allocations" => count, "calls" => 1 } }
      end
      pairs = [Stats::Pairs::Pair.new(blocks: blocks, steal_percent: 0.0)]
      counts = Stats::Counts.new(Record.from_lines([]))
      words = [0.005, 0.02].map do |margin|
        cells = [{ "contender" => "a" }, { "contender" => "b" }]
        Stats::Judgement::Counted.new("allocations", pairs, cells, [], counts: counts, margin: margin).to_h
      end

      assert_equal %w[unresolved same], words.map { |result| result[:verdict] }
    end

    def test_counts_of_processes_that_are_not_timed_need_no_pairs
      same, more = [3_800, 3_900].map { |count| counted([3_800] * 3, [count] * 3) }

      assert_equal [["same", 3, [38.0, 38.0]], ["slower", 3, [38.0, 39.0]]],
                   [same, more].map { |one| [one.verdict, one.pairs, one.costs] }
      assert_equal "invalid", counted([3_800] * 3, [3_800] * 3, noise: [3_900] * 3).verdict
    end

    # All figures of three processes exceed those of three others by chance in one of ten cases.
    def test_three_processes_of_each_side_decide_nothing_if_any_of_them_differ
      few, enough, old = [[3, 2], [5, 2], [3, 1]].map do |size, method|
        counted([3_800] * size, [3_900] * size, run: { "method" => method })
      end

      assert_equal ["unresolved", "3 pairs of processes, fewer than 5: how far processes differ is unknown"],
                   [few.verdict, few.reason]
      assert_equal %w[slower slower], [enough.verdict, old.verdict]
      assert_equal ["same", 3], counted([3_800] * 3, [3_800] * 3, run: SECOND).to_h.values_at(:verdict, :pairs)
    end

    def test_traffic_that_differs_needs_more_than_a_look_at_each_side
      looks = WORKS.keys.zip(%w[c1 c2]).flat_map do |contender, cell|
        Array.new(4) { |at| observed("cell" => cell, "process" => "w#{at}", "round_trips" => WORKS[contender]["round_trips"]) }
      end

      assert_equal %w[unresolved slower],
                   [[], looks].map { |more| verdict("round-trips", works: WORKS, more: more, run: SECOND).verdict }
      same = WORKS.transform_values { WORKS["dalli@3.2.8"] }
      assert_equal "same", verdict("round-trips", works: same, run: SECOND).verdict
    end

    def test_two_languages_do_not_allocate_the_same_things
      cells = ->(cell) { { "client" => cell["cell"] == "c2" ? "python/x" : "ruby/x" } }
      verdict = counted([3_800] * 3, [9_000] * 3, cells: cells)

      assert_equal ["unresolved", "two languages do not count the same things as allocated"], [verdict.verdict, verdict.reason]
    end

    def test_says_why_a_contender_could_not_be_counted
      event = { "type" => "event", "kind" => "uncounted", "cell" => "c2", "metrics" => ["allocations"], "message" => "no" }

      assert_equal ["unresolved", "dalli@3.2.8: no"], counted([3_800] * 3, [], more: [event]).to_h.values_at(:verdict, :reason)
    end

    # A client that reads before the answer is there tries again, and allocates for it.
    def test_some_processes_that_never_read_at_once_blur_nothing
      retried = { "baseline" => 0, "contender" => 1 }
      blocks = ->(block) { { "allocations" => 10_203 + (block["pair"] % 5 == retried[block["arm"]] ? 300 : 0) } }
      result = [14, 33].map { |pairs| verdict("allocations", pairs: pairs, blocks: blocks) }

      assert_equal [["same", 0.0, [0.0, 0.0]]], result.map { |one| [one.verdict, one.effect, one.interval] }.uniq
    end

    def test_round_trips_and_bytes_are_those_of_the_second_pass
      round_trips, bytes = %w[round-trips bytes].map { |metric| verdict(metric, works: WORKS) }

      assert_equal ["slower", 1.0, [1.0, 2.0], "round trips"],
                   [round_trips.verdict, round_trips.effect, round_trips.costs, round_trips.unit]
      assert_equal ["faster", [70.0, 50.0], "bytes"], [bytes.verdict, bytes.costs, bytes.unit]
      assert_equal [1.0, 2.0], verdict("round-trips", works: WORKS, more: [observed("pass" => 1, "round_trips" => 99)]).costs
    end

    def test_observations_that_disagree_are_unresolved
      result = verdict("round-trips", works: WORKS, more: [observed("round_trips" => 3)])

      assert_equal "unresolved", result.verdict
      assert_match(/differ from process to process of dalli@3.2.8, from 1 to 2/, result.reason)
    end

    def test_a_cost_against_zero_has_no_limit
      result = verdict("round-trips", works: WORKS.merge("dalli@2.7.11" => { "round_trips" => 0 }))

      assert_equal ["slower", Float::INFINITY], [result.verdict, result.effect]
      assert result.above?(5.0)
    end

    def test_a_missing_figure_is_unresolved
      result = verdict("bytes", works: WORKS.slice("dalli@2.7.11"))

      assert_equal ["unresolved", "no bytes on record for dalli@3.2.8"], [result.verdict, result.reason]
      assert_equal "no objects on record for dalli@2.7.11", verdict("allocations", blocks: { "allocations" => nil }).reason
    end

    private

    # The verdict on allocations of 100 calls of each process.
    def counted(baseline, contender, noise: baseline, more: [], **rest)
      lines = [["c1", baseline, false], ["c1", noise, true], ["c2", contender, false]].flat_map do |cell, values, again|
        MadeComparison.counts(cell, "allocations", values, noise: again)
      end
      MadeComparison.comparison(scenarios: ["client/get"], pairs: 0, noise_pairs: 1, options: { "metrics" => ["allocations"] },
                                more: [*lines, *more], **rest).verdicts.first
    end

    def observed(seen)
      { "type" => "work", "cell" => "c2", "process" => "w", "pass" => 2, "iterations" => 1, "bytes_out" => 60, "bytes_in" => 90,
        "hits" => 3, "misses" => 0, "errors" => 0, **seen }
    end

    def allocating(count) = ->(block) { block["arm"] == "contender" ? { "allocations" => count } : {} }

    def verdict(metric, **options)
      metrics = { "metrics" => [metric] }
      MadeComparison.comparison(scenarios: ["client/get"], noise_pairs: 0, options: metrics, **options).verdicts.first
    end
  end

  class Stats::JudgementSpreadTest < Minitest::Test
    def test_few_processes_allow_every_ratio_between_them
      spread = of([10.0, 11.0, 10.5], [20.0, 22.0, 21.0])

      assert_equal [10.5, 21.0], spread.costs
      assert_equal [(20.0 / 11) - 1, (22.0 / 10) - 1], spread.interval
      assert_in_delta 1.0, spread.effect
      assert_predicate spread, :differ?
    end

    def test_outliers_do_not_move_the_interval
      spread = of([*([10.0] * 15), *([12.0] * 5)], [*([10.0] * 18), 90.0, 90.0])

      assert_equal [0.0, [0.0, 0.0]], [spread.effect, spread.interval]
      refute_predicate spread, :differ?
    end

    def test_counts_that_never_differ_are_known_exactly
      spread = of([10.0] * 3, [11.0] * 3)

      assert_equal [0.1, 0.1], spread.interval.map { |bound| bound.round(9) }
      assert_equal [false, true], [0.05, 0.11].map { |margin| spread.within?(margin) }
    end

    def test_more_processes_make_the_bounds_narrower
      widths = [3, 12, 48].map do |count|
        low, high = of(*Array.new(2) { Array.new(count) { |at| 100.0 + ((at * 7) % 12) } }).interval
        high - low
      end

      assert_equal widths.uniq.sort.reverse, widths
    end

    def test_exact_figures_include_outliers
      figures = [[1.0] * 20, [*([1.0] * 19), 2.0]]

      assert_equal [[0.0, 1.0], [0.0, 0.0]], [of(*figures, whole: true).interval, of(*figures).interval]
    end

    def test_the_arm_whose_processes_differ_most
      assert_equal [1, 10.0, 12.0], of([10.0, 11.0, 10.0], [10.0, 11.0, 12.0]).widest
    end

    def test_something_against_nothing_has_no_limit
      assert_equal [Float::INFINITY] * 2, of([0.0] * 3, [1.0] * 3).interval
      assert_equal [0.0, 0.0], of([0.0] * 3, [0.0] * 3).interval
    end

    private

    def of(*figures, **whole) = Stats::Judgement::Counted::Spread.new(figures, **whole)
  end
end
