# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CountingTest < Minitest::Test
    include AComparingLab

    BYTES = { block: { allocated_bytes: 5_000 } }.freeze

    def test_a_runtime_that_does_not_report_its_bytes_says_so_once
      nothing = { block: { allocated_bytes: nil } }
      count(%w[a b], metrics: %w[writes allocated_bytes], made: { "a" => nothing, "b" => nothing })

      assert_equal [["c1", ["allocated_bytes"]], ["c2", ["allocated_bytes"]]],
                   writer.record.events.map { |event| event.values_at("cell", "metrics") }.sort
      assert_equal [%w[same writes], %w[unresolved allocated_bytes]],
                   Stats::Comparison.of(writer.record).verdicts.map { |verdict| [verdict.verdict, verdict.metric] }
    end

    def test_a_runtime_that_reports_nothing_of_what_was_asked_is_given_up
      count(%w[a b], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { block: { allocated_bytes: nil } } })

      assert_equal 1, writer.record.counts.map { |line| line["process"] if line["cell"] == "c2" }.compact.uniq.size
      assert_equal ["b", "the driver of this language does not report allocated_bytes"],
                   Stats::Comparison.of(writer.record).verdicts.first.reason.then { |one| [one.about, one.facts[:text]] }
    end

    def test_each_round_counts_every_cell_once_and_the_baseline_twice
      count(%w[a b])

      lines = writer.record.counts.select { |line| line["metric"] == "writes" }
      assert_equal [["c1", false], ["c1", true], ["c2", false]].product([1, 2, 3]).map(&:flatten),
                   lines.map { |line| line.values_at("cell", "noise", "round") }.sort_by(&:to_s)
      assert_equal lines.size, lines.map { |line| line["process"] }.uniq.size
      assert_equal [%w[same writes], %w[same reads]],
                   Stats::Comparison.of(writer.record).verdicts.map { |verdict| [verdict.verdict, verdict.metric] }
    end

    # Two verdicts need six processes of each side if any two of them differ.
    def test_only_cells_whose_processes_differ_get_more_of_them
      more = [*([{ allocated_bytes: 0 }] * 5), { allocated_bytes: 6_000 }] # three blocks warm up, two windows come first
      count(%w[a b c], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { block: more }, "c" => BYTES }, method: 2)

      assert_equal({ ["c1", false] => 6, ["c1", true] => 6, ["c2", false] => 6, ["c3", false] => 3 }, counts)
      assert_equal %w[slower same], Stats::Comparison.of(writer.record).verdicts.map(&:verdict)
    end

    # Two contenders that differ, but never from process to process, are known after a few.
    def test_the_rest_of_the_time_goes_to_counts_that_differ_within_a_cell
      writes, instructions = [Lab::Instruments::Strace, Lab::Instruments::Callgrind].map do |instrument|
        Lab::Counting::Subject.new(cell: MadeCells.cell(id: "c1"), instrument: instrument, metrics: instrument::METRICS.first(1))
      end
      needed = [true, false].map { |uneven| { %w[c1 writes] => Stats::Judgement::Needed.new(processes: 8, uneven: uneven) } }

      assert_equal [true, false, false], [*needed, {}].map { |one| writes.sharpens?(one) }
      assert_equal [8, 3], [needed.last, {}].map { |one| writes.fewest(one) }
      assert_equal [true, 6], [instructions.sharpens?({}), instructions.fewest({})]
    end

    def test_a_cell_is_given_up_after_three_failures
      count(%w[a b], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { block: "failed" } })

      assert_equal %w[count_failed count_failed uncounted], writer.record.events.map { |event| event["kind"] }
      assert_empty counts.keys.select { |cell, _| cell == "c2" }
    end

    # One process counts all scenarios of a contender.
    def test_a_lost_process_costs_the_scenarios_after_it_only_the_round
      needs("strace")
      once = File.join(folder, "died")
      count(%w[a b], metrics: %w[allocated_bytes], scenarios: %w[client/get client/set],
                     made: { "a" => BYTES, "b" => { **BYTES, "dies_once" => once } })

      processes = writer.record.counts.group_by { |line| line["process"] }.values
      assert_equal [%w[c1 c2], %w[c3 c4]], processes.map { |lines| lines.map { |line| line["cell"] }.uniq.sort }.uniq.sort
      assert_equal 9, processes.size
      assert_equal [3], counts.values.uniq
      assert_equal(["count_failed"], writer.record.events.map { |event| event["kind"] })
    end

    # Servers and processes of a core are on it, so that replies come as in a measurement. With strace on another core, the
    # reply is there when the client reads, so that it does not read twice.
    def test_each_core_counts_a_process_but_system_calls_are_counted_by_one_at_a_time
      needs("strace")
      needs("taskset")
      two = Host::Placement.choose("one-core", { "allowed_cpus" => Host::Machine.facts["allowed_cpus"], "taskset" => true })
      skip "there is one core" unless two.spare_core?
      memory, calls = %w[peak_rss_bytes writes].map do |metric|
        starter = NotedStarter.new(keeper: keeper, placement: two)
        count(%w[a b], metrics: [metric], placement: two, ring_starter: starter)
        starter.used.uniq
      end

      assert_equal [[[0], [1]], [two.server_cpus]], [memory.sort.first(2), calls]
    end

    # Notes the cores of each ring.
    class NotedStarter < Lab::RingStarter
      def used = @used ||= []

      def ring(...)
        used << @placement.server_cpus
        super
      end

      def at(placement)
        used
        super
      end
    end

    def test_a_client_that_cannot_be_counted_costs_only_its_figures
      script = environment("b").with(argv: ["/nowhere/ruby"])
      count(%w[a b], others: { "b" => script })

      assert_empty writer.record.counts.select { |line| line["cell"] == "c2" }
      assert_empty writer.record.failures
      verdict = Stats::Comparison.of(writer.record).verdicts.first
      assert_equal ["unresolved", "b"], [verdict.verdict, verdict.reason.about]
    end

    private

    def needs(program)
      skip "#{program} is not installed" unless keeper.which(program)
    end

    # {[cell, whether it is the A/A check] => processes}
    def counts
      writer.record.counts.map { |line| line.values_at("cell", "noise", "process") }.uniq.map { |line| line.first(2) }.tally
    end

    def count(ids, metrics: %w[writes reads], scenarios: %w[client/get], method: nil, **more)
      cells = cells(ids, scenarios: scenarios)
      engine = made_engine(cells, clock: CLOCK, **more)
      matches = Plan::Match.of(cells)
      writer.add("run", command: "compare", method: method, options: { "metrics" => metrics })
      cells.each { |cell| writer.add("cell", cell.facts) }
      matches.flat_map(&:comparisons).each { |comparison| writer.add("comparison", comparison.facts) }
      participants = Lab::Participants.new(engine, cells)
      Lab::Counting.new(engine, participants, metrics: metrics, random: Random.new(1)).call(matches, 0)
    end
  end
end
