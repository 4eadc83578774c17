# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::JudgementCountedTest < Minitest::Test
    Remark = Stats::Remark
    WORKS = { "dalli@2.7.11" => { "round_trips" => 3 }, "dalli@3.2.8" => { "round_trips" => 6, "bytes_out" => 60 } }.freeze
    SECOND = { "method" => 2 }.freeze

    # Of 3 objects a call. Less than half an object in an iteration is none, one more among a thousand is no accident.
    def test_counts_of_objects
      { [900, 900] => ["same", 0.0, [3.0, 3.0]], [900, 1200] => ["slower", 0.3333, [3.0, 4.0]],
        [900, 450] => ["faster", -0.5, [3.0, 1.5]], [300_000, 300_300] => ["slower", 0.001, [1000.0, 1001.0]],
        [12_900, 12_910] => ["same", 0.0007, [43.0, 43.03]] }.each do |(baseline, contender), wanted|
        result = objects { |block| block["arm"] == "contender" ? contender : baseline }
        assert_equal wanted, [result.verdict, result.effect.round(4), result.costs.map { |cost| cost.round(4) }]
        assert_equal [result.effect] * 2, result.interval
      end
      assert_equal "objects", verdict("allocations").unit
    end

    def test_a_processs_least_block_counts
      result = objects { |block| block["quad"] == 1 && block["slot"] == 3 ? 900 : 901 + (block["slot"] * 7) }

      assert_equal [3.0, 3.0], result.costs
    end

    def test_processes_that_differ_as_much_as_the_contenders_are_unresolved
      result = objects { |block| block["arm"] == "contender" ? 810 + ((block["pair"] % 7) * 30) : 900 }

      assert_equal ["unresolved", nil], [result.verdict, result.interval]
      assert_equal Remark[:processes_differ, unit: "objects", contender: "dalli@3.2.8", low: 2.7, high: 3.3], result.reason
    end

    def test_a_process_out_of_twenty_does_not_blur_the_rest
      result = objects(pairs: 20) { |block| block["arm"] == "contender" ? 930 + (block["pair"] == 1 ? 60 : 0) : 900 }

      assert_equal "slower", result.verdict
    end

    # 43.02 to 43.07 objects: what a block costs once is shared by calls that differ in number.
    def test_a_spread_inside_the_margin_is_the_same_however_many_pairs_there_are
      [3, 4, 5, 9, 14].each do |pairs|
        one = objects(pairs: pairs) { |block| 12_906 + ((block["pair"] * 7) % 16) }

        assert_equal "same", one.verdict
        assert_in_delta 43.045, one.costs.first, 0.025
        assert_operator one.interval.map(&:abs).max, :<, 0.002
      end
    end

    # A client that reads before the answer is there tries again, and allocates for it.
    def test_some_processes_that_never_read_at_once_blur_nothing
      retried = { "baseline" => 0, "contender" => 1 }
      [14, 33].each do |pairs|
        result = objects(pairs: pairs) { |block| 10_203 + (block["pair"] % 5 == retried[block["arm"]] ? 300 : 0) }
        assert_equal ["same", 0.0, [0.0, 0.0]], result.to_h.values_at(:verdict, :effect, :interval)
      end
    end

    # All figures of three processes exceed those of three others by chance in one of ten cases. By method 1, three do.
    def test_few_processes_do_not_tell_how_far_processes_differ
      assert_equal ["unresolved", Remark[:few_counts, count: 2, fewest: 3]],
                   objects(pairs: 2) { |block| block["arm"] == "contender" ? 1200 : 900 }.to_h.values_at(:verdict, :reason)
      few, enough, old = [[3, 2], [5, 2], [3, 1]].map do |size, method|
        counted([3_800] * size, [3_900] * size, run: { "method" => method })
      end
      assert_equal ["unresolved", Remark[:few_counts, count: 3, fewest: 5]], [few.verdict, few.reason]
      assert_equal %w[slower slower], [enough.verdict, old.verdict]
      assert_equal ["same", 3], counted([3_800] * 3, [3_800] * 3, run: SECOND).to_h.values_at(:verdict, :pairs)
    end

    def test_counts_of_processes_that_are_not_timed_need_no_pairs
      assert_equal [["same", 3, [38.0, 38.0]], ["slower", 3, [38.0, 39.0]]],
                   [3_800, 3_900].map { |count| counted([3_800] * 3, [count] * 3).to_h.values_at(:verdict, :pairs, :costs) }
      assert_equal "invalid", counted([3_800] * 3, [3_800] * 3, noise: [3_900] * 3).verdict
    end

    def test_two_languages_do_not_allocate_the_same_things
      cells = ->(cell) { { "client" => cell["cell"] == "c2" ? "python/x" : "ruby/x" } }

      assert_equal ["unresolved", Remark[:other_allocations]],
                   counted([3_800] * 3, [9_000] * 3, cells: cells).to_h.values_at(:verdict, :reason)
    end

    def test_a_missing_figure_is_unresolved
      event = { "type" => "event", "kind" => "uncounted", "cell" => "c2", "metrics" => ["allocations"], "message" => "no" }

      { counted([3_800] * 3, [], more: [event]) => Remark.recorded("no").with(about: "dalli@3.2.8"),
        verdict("bytes", works: WORKS.slice("dalli@2.7.11")) => Remark[:uncounted, unit: "bytes", contender: "dalli@3.2.8"],
        verdict("allocations", blocks: { "allocations" => nil }) =>
          Remark[:uncounted, unit: "objects", contender: "dalli@2.7.11"] }
        .each { |result, reason| assert_equal ["unresolved", reason], [result.verdict, result.reason] }
    end

    def test_round_trips_and_bytes_are_those_of_the_second_pass
      round_trips, bytes = %w[round-trips bytes].map { |metric| verdict(metric, works: WORKS) }

      assert_equal ["slower", 1.0, [1.0, 2.0], "round trips"], round_trips.to_h.values_at(:verdict, :effect, :costs, :unit)
      assert_equal ["faster", [70.0, 50.0], "bytes"], bytes.to_h.values_at(:verdict, :costs, :unit)
      assert_equal [1.0, 2.0], verdict("round-trips", works: WORKS, more: [observed("pass" => 1, "round_trips" => 99)]).costs
      differing = verdict("round-trips", works: WORKS, more: [observed("round_trips" => 3)])
      assert_equal ["unresolved", [1.0, 2.0]], [differing.verdict, differing.reason.facts.values_at(:low, :high)]
      endless = verdict("round-trips", works: WORKS.merge("dalli@2.7.11" => { "round_trips" => 0 }))
      assert_equal ["slower", Float::INFINITY, true], [endless.verdict, endless.effect, endless.above?(5.0)]
    end

    def test_traffic_that_differs_needs_more_than_a_look_at_each_side
      looks = WORKS.keys.zip(%w[c1 c2]).flat_map do |contender, cell|
        Array.new(4) { |at| observed("cell" => cell, "process" => "w#{at}", "round_trips" => WORKS[contender]["round_trips"]) }
      end
      same = WORKS.transform_values { WORKS["dalli@3.2.8"] }

      assert_equal %w[unresolved slower same],
                   [[WORKS, []], [WORKS, looks], [same, []]].map { |works, more|
                     verdict("round-trips", works: works, more: more, run: SECOND).verdict
                   }
    end

    # Every ratio between the processes of few, and of whole figures of many. Something against nothing has no limit.
    def test_the_bounds_of_a_change
      few, many, endless, nothing = [[[10.0, 11.0, 10.5], [20.0, 22.0, 21.0]], [[1.0] * 20, [*[1.0] * 19, 2.0]],
                                     [[0.0] * 3, [1.0] * 3], [[0.0] * 3] * 2].map { |figures| spread(figures) }

      assert_equal [[10.5, 21.0], [(20.0 / 11) - 1, (22.0 / 10) - 1], 1.0, true],
                   [few.costs, few.interval, few.effect.round(9), few.differ?]
      assert_equal [[0.0, 0.0], [Float::INFINITY] * 2, [0.0, 0.0]], [many, endless, nothing].map(&:interval)
      assert_equal [0.0, 1.0], spread([[1.0] * 20, [*[1.0] * 19, 2.0]], whole: true).interval
    end

    private

    def spread(...) = Stats::Judgement::Counted::Spread.new(...)

    # The verdict on allocations of 100 calls of each process.
    def counted(baseline, contender, noise: baseline, more: [], **rest)
      lines = [["c1", baseline, false], ["c1", noise, true], ["c2", contender, false]].flat_map do |cell, values, again|
        MadeComparison.counts(cell, "allocations", values, noise: again)
      end
      verdict("allocations", pairs: 0, noise_pairs: 1, more: [*lines, *more], **rest)
    end

    def observed(seen)
      { **Line["work"], "cell" => "c2", "process" => "w", "pass" => 2, "iterations" => 1, "bytes_out" => 60, "bytes_in" => 90,
        "hits" => 3, "misses" => 0, "errors" => 0, **seen }
    end

    # The block says how many objects a block allocates in its 300 calls.
    def objects(**options) = verdict("allocations", blocks: ->(block) { { "allocations" => yield(block) } }, **options)

    def verdict(metric, **options)
      made = { scenarios: ["client/get"], noise_pairs: 0, options: { "metrics" => [metric] }, **options }
      Stats::Comparison.of(MadeComparison.of(**made)).verdicts.first
    end
  end
end
