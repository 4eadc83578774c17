# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OverHostsTest < Minitest::Test
    Judged = Stats::OverHosts::Judged
    TENTHS = [0.1, 0.1, 0.1].freeze
    BOTH = { "metrics" => %w[wall mean] }.freeze

    # By method 2 (Stats::TimeMethod).
    STALLED = ->(arm) { arm.arm == "contender" && arm.quad == 1 && arm.slot < 2 }
    STALL = ->(arm) { !arm.noise && STALLED.call(arm) ? 40_000 : 1_000 }
    # The same code as the stall of one host, also in its A/A check.
    MOVED = ->(arm) { STALLED.call(arm) ? 40_000 : 1_000 }

    def test_the_change_is_the_mean_of_the_hosts
      verdict = over([0.09, 0.10, 0.11]).verdicts.first

      assert_equal ["slower", %w[n1 n2 n3], 42], [verdict.verdict, verdict.hosts.map(&:host), verdict.pairs]
      { 0.10 => verdict.effect, 0.01 => verdict.spread, 0.09 => verdict.hosts.first.effect }
        .each { |wanted, own| assert_in_delta wanted, own, 0.003 }
    end

    # Pairs of one host do not show how much another would differ.
    def test_hosts_that_differ_widen_the_interval
      near, far = [[0.099, 0.100, 0.101], [0.05, 0.10, 0.15]].map { |effects| over(effects).verdicts.first }

      assert_operator far.half_width, :>, 5 * near.half_width
      assert_equal "unresolved", far.verdict
    end

    def test_a_host_that_disagrees_is_named
      found = over([0.1] * 6 + [-0.05])

      assert_includes found.notes, Stats::Remark[:host_disagrees, host: "n7", label: "get", contender: "dalli@3.2.8",
                                                                  effect: found.verdicts.first.hosts.last.effect]
      assert_equal Stats::Remark[:over_hosts, hosts: %w[n1 n2 n3 n4 n5 n6 n7]], found.notes.first
    end

    # One without a valid verdict, or without a pair yet, does not count; few pairs do, and a lost host is named.
    def test_which_hosts_count
      [[{ steal: 50 }, :verdict, %w[slower invalid slower], "invalid"], [{ pairs: 0 }, :pairs, [14, 0, 14], "unresolved"]]
        .each do |bad, member, wanted, word|
        found = over(TENTHS, "n2" => bad).verdicts.first
        assert_equal wanted, found.hosts.map(&member)
        assert_in_delta 0.1, found.effect, 0.003
        assert_equal word, over([0.1, 0.1], "n1" => bad, "n2" => bad).verdicts.first.verdict
      end
      found = over(TENTHS, "n1" => { pairs: 4 }, "n2" => { pairs: 2 }, "n3" => { ending: nil })
      assert_equal [true, false, true], found.verdicts.first.hosts.map { |host| host.effect&.between?(0.09, 0.11) || false }
      assert_includes found.notes, Stats::Remark[:host_lost, host: "n3"]
    end

    # A third of the stretches is dearer, which a call at its cheapest does not show.
    def test_all_hosts_answer_the_same_question
      dearer = lambda do |block|
        next {} unless block["arm"] == "contender"

        { "batches" => block["batches"].each_with_index.map { |ns, at| (at % 3).zero? ? ns * 2 : ns },
          "wall_ns" => block["wall_ns"] * 4 / 3 }
      end
      verdict = over([0.0] * 6, (1..6).to_h { |at| ["n#{at}", { blocks: dearer, pairs: at == 1 ? 4 : 20 }] }).verdicts.first

      assert_equal ["slower", [:some_calls]], [verdict.verdict, verdict.footnotes.map(&:id)]
      assert_in_delta 0.33, verdict.effect, 0.02
      verdict.hosts.each { |host| assert_in_delta 0.33, host.effect, 0.03, host.host }
    end

    # Also if its pairs have a second row.
    def test_a_single_host_is_judged_by_its_pairs
      members = %i[verdict effect interval]
      { over([0.1]) => host(1, 0.1), hosts([STALL]) => { **host(1, 0.0, method: 2, quads: 4), cost: STALL } }
        .each do |found, made|
        own = Stats::Comparison.of(MadeComparison.of(**made.except(:cost), &made[:cost]))
        assert_equal own.verdicts.map { |one| one.to_h.slice(*members) }, found.verdicts.map { |one| one.to_h.slice(*members) }
      end
      assert_equal %w[wall mean], hosts([STALL]).verdicts.map(&:metric)
    end

    def test_two_records_of_one_host_are_one_host
      parts = [["n1", 1], ["n1", 2], ["n2", 3]].map { |name, seed| [name, MadeComparison.of(**host(seed, 0.1))] }
      verdict = judged(parts).verdicts.first

      assert_equal %w[n1 n1#2 n2], verdict.hosts.map(&:host)
      means = [verdict.hosts.first(2).sum { |one| Math.log(1 + one.effect) } / 2, Math.log(1 + verdict.hosts.last.effect)]
      assert_in_delta means.sum / 2, Math.log(1 + verdict.effect), 1e-9
    end

    # Each host has its own true change, 5 % around a mean, and an error of measurement.
    def test_the_interval_covers_the_truth_and_shrinks_with_the_root_of_the_number_of_hosts
      random = Random.new(4)
      widths = [4, 16, 64].to_h do |count|
        found = Array.new(500) { interval(Array.new(count) { 0.1 + (normal(random) * 0.05) + (normal(random) * 0.01) }) }

        assert_operator found.count { |low, high| low <= 0.1 && 0.1 <= high }, :>=, 470, count
        [count, found.sum { |low, high| high - low } / 500]
      end

      assert_in_delta 2.13, widths[16] / widths[64], 0.1 # Student's t is 1.07 times as wide
    end

    def test_a_stall_on_all_hosts_is_a_second_row
      wall, mean = found = hosts([STALL] * 4).verdicts

      assert_equal [["wall", 4], ["mean", 4]], found.map { |one| [one.metric, one.hosts.size] }
      assert_operator wall.interval.last, :<, 0.02
      assert_operator mean.interval.first, :>, 1
      mean.hosts.each { |host| assert_in_delta mean.effect, host.effect, 1 }
      assert_equal [[], "slower"], [mean.footnotes, mean.verdict]
    end

    # A stall of one host is no change of all, but takes none of the certainty of the others.
    def test_a_second_row_of_one_host_changes_no_other
      quiet, one = [[], [STALL]].map { |stalls| hosts(stalls + ([nil] * (4 - stalls.size))).verdicts }

      assert_equal [%w[wall]] * 2, [quiet, one].map { |verdicts| verdicts.map(&:metric) }
      assert_in_delta quiet.first.half_width, one.first.half_width, 1e-6
    end

    def test_an_aa_check_that_moved_makes_the_interval_wider_on_its_host_and_over_all
      wall, mean = hosts([MOVED, STALL, STALL, STALL], noise_pairs: 20).verdicts

      assert_equal [%w[same same same same], %w[unresolved slower slower slower]],
                   [wall, mean].map { |one| one.hosts.map(&:verdict) }
      assert_operator mean.half_width, :>, hosts([STALL] * 4, noise_pairs: 20).verdicts.last.half_width * 1.5
      # A difference that the same code makes on all hosts is none.
      found = hosts([MOVED] * 3, also: [%w[v1 mean]], noise_pairs: 20).verdicts
      assert_equal [%w[wall same], %w[mean unresolved]], found.map { |one| [one.metric, one.verdict] }
    end

    def test_a_small_sure_change_is_the_same_unless_it_is_a_count_or_of_method_1
      logs = [0.004, 0.0041, 0.0042].each_with_index.to_h { |log, at| ["n#{at}", log] }
      own = [over([0.1]).verdicts.first.with(interval: [0.004, 0.0042], resolution: 0.0)]
      judged = ->(metric, **more) { Judged.new(logs, metric, own, alpha: 0.05, margin: 0.01, **more).to_h[:verdict] }

      assert_equal %w[same slower slower], [judged["wall"], judged["wall", small: true], judged["instructions"]]
      assert_equal "slower", over([0.004, 0.0041, 0.0042, 0.004, 0.0041, 0.0042]).verdicts.first.verdict
    end

    def test_mean_can_be_asked_for_on_several_hosts
      [hosts([nil] * 3, options: BOTH), hosts([STALL] * 3, options: BOTH), hosts([nil] * 3, also: [%w[v1 mean]])]
        .each { |found| assert_equal %w[wall mean], found.verdicts.map(&:metric) }
    end

    def test_disturbed_pairs_of_all_hosts_are_counted
      sparse = lambda do |block|
        undisturbed = block["wall_ns"] / 20
        [3, 7].include?(block["pair"]) ? { "batches" => [undisturbed] * 2 + [undisturbed * 11 / 10] * 18 } : {}
      end

      assert_equal [6, 36], hosts([nil] * 3, blocks: sparse).verdicts.first.to_h.values_at(:left_out, :pairs)
    end

    private

    # n1, n2 ... by method 2, each with the costs of its block, nil for those of the same code.
    def hosts(costs, also: [], **more)
      judged(costs.each.with_index(1).map do |cost, at|
        ["n#{at}", MadeComparison.of(**host(at, 0.0, method: 2, quads: 4, **more), &cost)]
      end, also: also)
    end

    def host(seed, effect, **more)
      { effects: { "client/get" => effect }, scenarios: ["client/get"], seed: seed, run: { "seed" => seed }, **more }
    end

    # n1, n2 ... with these changes, and with further facts by name.
    def over(effects, special = {})
      judged(effects.each.with_index(1).map do |effect, at|
        ["n#{at}", MadeComparison.of(**host(at, effect, **special.fetch("n#{at}", {})))]
      end)
    end

    def judged(parts, **which)
      parts = parts.flat_map { |name, record| Record::Merge.parts(record, name: name) }
      Stats::Comparison.of(Record.from_lines(Record::Merge.new(parts).lines), **which)
    end

    # The interval of 95 %, as logs.
    def interval(logs)
      hosts = logs.each_with_index.to_h { |log, at| [at, log] }
      Judged.new(hosts, "wall", [], alpha: 0.05, margin: 0.01).to_h[:interval].map { |bound| Math.log(1 + bound) }
    end

    def normal(random) = MadeRange.normal(random)
  end
end
