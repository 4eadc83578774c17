# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::OverHostsTest < Minitest::Test
    Judged = Stats::OverHosts::Judged

    def test_the_change_is_the_mean_of_the_hosts
      verdict = over([0.09, 0.10, 0.11]).verdicts.first

      assert_equal "slower", verdict.verdict
      assert_in_delta 0.10, verdict.effect, 0.003
      assert_in_delta 0.01, verdict.spread, 0.003
      assert_equal [%w[n1 n2 n3], 42], [verdict.hosts.map(&:host), verdict.pairs]
      assert_in_delta 0.09, verdict.hosts.first.effect, 0.003
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

    def test_a_host_without_a_valid_verdict_does_not_count
      found = over([0.1, 0.1, 0.1], "n2" => { steal: 50 }).verdicts.first

      assert_equal %w[slower invalid slower], found.hosts.map(&:verdict)
      assert_in_delta 0.1, found.effect, 0.003
      assert_equal "invalid", over([0.1, 0.1], "n1" => { steal: 50 }, "n2" => { steal: 50 }).verdicts.first.verdict
    end

    def test_few_pairs_of_a_host_count_and_a_lost_host_is_named
      found = over([0.1, 0.1, 0.1], "n1" => { pairs: 4 }, "n2" => { pairs: 2 }, "n3" => { ending: nil })

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

      assert_equal "slower", verdict.verdict
      assert_in_delta 0.33, verdict.effect, 0.02
      assert_equal [:some_calls], verdict.footnotes.map(&:id)
      verdict.hosts.each { |host| assert_in_delta 0.33, host.effect, 0.03, host.host }
    end

    def test_a_host_that_has_not_measured_a_pair_yet_does_not_count
      found = over([0.1, 0.1, 0.1], "n2" => { pairs: 0 }).verdicts.first

      assert_equal [14, 0, 14], found.hosts.map(&:pairs)
      assert_in_delta 0.1, found.effect, 0.003
      assert_equal "unresolved", over([0.1, 0.1], "n1" => { pairs: 0 }, "n2" => { pairs: 0 }).verdicts.first.verdict
    end

    def test_a_single_host_is_judged_by_its_pairs
      own = MadeComparison.comparison(**host(1, 0.1))
      verdict = over([0.1]).verdicts.first

      assert_equal own.verdicts.first.to_h.slice(:verdict, :effect, :interval), verdict.to_h.slice(:verdict, :effect, :interval)
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

    private

    def host(seed, effect, **more)
      { effects: { "client/get" => effect }, scenarios: ["client/get"], seed: seed, run: { "seed" => seed }, **more }
    end

    # n1, n2 ... with these changes, and with further facts by name.
    def over(effects, special = {})
      judged(effects.each.with_index(1).map do |effect, at|
        ["n#{at}", MadeComparison.of(**host(at, effect, **special.fetch("n#{at}", {})))]
      end)
    end

    def judged(parts)
      parts = parts.flat_map { |name, record| Record::Merge.parts(record, name: name) }
      Stats::Comparison.of(Record.from_lines(Record::Merge.new(parts).lines))
    end

    # The interval of 95 %, as logs.
    def interval(logs)
      hosts = logs.each_with_index.to_h { |log, at| [at, log] }
      Judged.new(hosts, "wall", [], alpha: 0.05, margin: 0.01).to_h[:interval].map { |bound| Math.log(1 + bound) }
    end

    def normal(random) = Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)
  end
end
