# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CountingTest < Minitest::Test
    include ALab

    # Its windows count 0 (a rehearsal), 1, and then two of the same calls, in the first of which a read was repeated.
    class Repeated < Lab::Instruments::Strace
      def argv(_language) = []

      def count(_pid)
        yield
        { "reads" => (@left ||= [0, 1, 50, 40]).shift }
      end
    end

    BYTES = { block: { allocated_bytes: 5_000 } }.freeze

    def test_instructions_and_system_calls_are_counted_in_a_window
      needs("valgrind")
      first, second = Array.new(2) { |at| per_call(Lab::Instruments::Callgrind, "i#{at}") }

      assert_includes 2_000..50_000, first["instructions"]
      assert_in_delta 1, second["instructions"] / first["instructions"], 0.3
      assert_includes 2..20, first["system_calls"]
    end

    def test_calls_that_send_and_receive_are_counted_exactly
      needs("strace")

      assert_equal({ "writes" => 1.0, "reads" => 1.0 }, per_call(Lab::Instruments::Strace, "i1").slice("writes", "reads"))
    end

    def test_allocations_are_the_same_in_each_process
      needs("strace")
      first, second = Array.new(2) { |at| per_call(Lab::Instruments::Strace, "i#{at}").slice("allocations", "allocated_bytes") }

      assert_equal first, second
      assert_includes 1..100, first["allocations"]
      assert_includes 40..4_000, first["allocated_bytes"]
    end

    def test_the_peak_of_memory_is_that_of_the_counted_calls
      first, second = Array.new(2) { |at| per_call(Lab::Instruments::Memory, "i#{at}")["peak_rss_bytes"] }

      assert_includes 5_000_000..200_000_000, first
      assert_in_delta 1, second / first, 0.1
    end

    def test_a_peak_before_the_counted_calls_does_not_count
      held = nil # so long that malloc gives it back at once
      peak = Lab::Instruments::Memory.new(keeper).count(Process.pid) { held = "x" * 100_000_000 }["peak_rss_bytes"]
      held.clear
      later = Lab::Instruments::Memory.new(keeper).count(Process.pid) { nil }["peak_rss_bytes"]

      assert_operator later, :<, peak - 80_000_000
    end

    def test_a_kernel_that_reports_no_memory_is_named
      Dir.mkdir("#{folder}/7")
      File.write("#{folder}/7/status", "Name: ruby\n")
      error = assert_raises(Trouble) { Lab::Instruments::Memory.new(keeper, proc: folder).count(7) { nil } }

      assert_match(/the kernel does not report the memory of a process/, error.what)
    end

    def test_a_language_has_its_variables_only_where_memory_is_counted
      argv = Lab::Instruments::Strace.new(keeper).method(:argv)
      plain, other = [{}, { "A" => "1", "B" => "2" }].map { |counting| argv.call(Struct.new(:counting).new(counting)) }

      assert_equal plain + %w[-E A=1 -E B=2], other
    end

    def test_a_runtime_that_does_not_report_its_bytes_says_so_once
      needs("strace")
      nothing = { block: { allocated_bytes: nil } }
      count(%w[a b], metrics: %w[writes allocated_bytes], made: { "a" => nothing, "b" => nothing })

      assert_equal [["c1", ["allocated_bytes"]], ["c2", ["allocated_bytes"]]],
                   writer.record.events.map { |event| event.values_at("cell", "metrics") }.sort
      assert_equal [%w[same writes], %w[unresolved allocated_bytes]],
                   Stats::Comparison.of(writer.record).verdicts.map { |verdict| [verdict.verdict, verdict.metric] }
    end

    def test_a_runtime_that_reports_nothing_of_what_was_asked_is_given_up
      needs("strace")
      count(%w[a b], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { block: { allocated_bytes: nil } } })

      assert_equal 1, writer.record.counts.map { |line| line["process"] if line["cell"] == "c2" }.compact.uniq.size
      assert_equal ["b", "the driver of this language does not report allocated_bytes"],
                   Stats::Comparison.of(writer.record).verdicts.first.reason.then { |one| [one.about, one.facts[:text]] }
    end

    def test_a_client_that_cannot_be_counted_says_why
      [["a JIT", "ruby 3.3.1 (2024-04-23) +YJIT [x86_64-linux]", RbConfig.ruby, /compiles while it runs \(ruby 3.3.1/],
       ["a script", "ruby 3.1.2", script, /started by a script/]].each do |what, description, program, reason|
        environment = environment("socket").with(argv: [program], runtime: { description: description })
        counted = counted(Lab::Instruments::Callgrind, engine: engine(environments: { "socket" => environment }))

        assert_equal [], counted.lines(MadeCells.cell), what
        assert_match reason, counted.reason, what
      end
    end

    def test_calls_at_the_same_time_are_not_counted
      counted = counted(Lab::Instruments::Strace)

      assert_empty counted.lines(MadeCells.cell.with(mode: "threads-4"))
      assert_equal "only one call at a time can be counted, not threads-4", counted.reason
    end

    def test_wrong_replies_are_not_counted
      needs("strace")
      made = { verify: { ok: false, proof: "values name their keys",
                         mismatches: [{ op: "get", key: "k1", iteration: 0, actual: "1", expected: "2" }] } }
      counted = counted(Lab::Instruments::Strace, engine: engine(made: { "socket" => made }))

      assert_empty counted.lines(MadeCells.cell)
      assert_match(/wrong reply: get of k1/, counted.reason)
    ensure
      counted&.close
    end

    def test_a_missing_program_is_refused_with_its_package
      Host::Keeper.start(env: { "PATH" => folder }) do |bare|
        error = assert_raises(Trouble) { Lab::Instruments.check(Lab::Instruments.for(%w[wall reads]), bare) }

        assert_equal "writes, reads, allocated_bytes and allocations cannot be counted: there is no strace here", error.what
        assert_equal "install the Debian package strace", error.try
      end
    end

    def test_each_round_counts_every_cell_once_and_the_baseline_twice
      needs("strace")
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
      needs("strace")
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

    def test_leaves_no_key_on_a_server_of_the_user
      needs("valgrind")
      ring = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])
      counted = counted(Lab::Instruments::Callgrind, engine: engine(ring: ring))

      refute_empty counted.lines(MadeCells.cell)
      assert_operator memcached.stats["cmd_set"], :positive?
      counted.close
      assert_equal 0, memcached.stats["curr_items"]
    end

    def test_a_process_that_fails_is_counted_again
      needs("strace")
      once = File.join(folder, "died")
      count(%w[a b], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { **BYTES, "dies_once" => once } })
      assert_equal [3, 3, 3], counts.values
      assert_equal ["count_failed"], writer.record.events.map { |event| event["kind"] }
    end

    def test_a_cell_is_given_up_after_three_failures
      needs("strace")
      count(%w[a b], metrics: %w[allocated_bytes], made: { "a" => BYTES, "b" => { block: "failed" } })

      assert_equal %w[count_failed count_failed uncounted], writer.record.events.map { |event| event["kind"] }
      assert_empty counts.keys.select { |cell, _| cell == "c2" }
    end

    def test_one_process_counts_all_scenarios_of_a_contender_each_on_fresh_servers
      needs("strace")
      count(%w[a b], metrics: %w[allocated_bytes], scenarios: %w[client/get client/set], made: { "a" => BYTES, "b" => BYTES })

      processes = writer.record.counts.group_by { |line| line["process"] }.values
      assert_equal [%w[c1 c2], %w[c3 c4]], processes.map { |lines| lines.map { |line| line["cell"] }.uniq.sort }.uniq.sort
      assert_equal 9, processes.size
    end

    def test_a_lost_process_costs_the_scenarios_after_it_only_the_round
      needs("strace")
      once = File.join(folder, "died")
      count(%w[a b], metrics: %w[allocated_bytes], scenarios: %w[client/get client/set],
                     made: { "a" => BYTES, "b" => { **BYTES, "dies_once" => once } })

      assert_equal [3], counts.values.uniq
      assert_equal(["count_failed"], writer.record.events.map { |event| event["kind"] })
    end

    def test_a_window_with_a_repeated_read_does_not_count
      counted = counted(Repeated)

      assert_equal [["reads", 39]], counted.lines(MadeCells.cell).map { |line| line.values_at(:metric, :value) }
    ensure
      counted&.close
    end

    def test_instructions_of_each_scenario_have_their_own_process
      shared = Lab::Instruments.for(%w[instructions writes reads allocated_bytes]).select { |one| one::SHARED }

      assert_equal [Lab::Instruments::Strace], shared
    end

    # Servers and processes of a core are on it, so that replies come as in a measurement.
    def test_each_core_counts_a_process
      needs("taskset")
      two = Host::Placement.choose("one-core", { "allowed_cpus" => Host::Machine.facts["allowed_cpus"], "taskset" => true })
      skip "there is one core" unless two.spare_core?
      starter = NotedStarter.new(keeper: keeper, placement: two)
      count(%w[a b], metrics: %w[peak_rss_bytes], placement: two, ring_starter: starter)

      assert_equal [[0], [1]], starter.used.uniq.sort.first(2)
      assert_equal %w[peak_rss_bytes], Stats::Comparison.of(writer.record).verdicts.map(&:metric)
    end

    # strace on another core lets the reply arrive before the client reads, so that no client reads twice.
    def test_system_calls_are_counted_by_one_process_at_a_time
      needs("strace")
      needs("taskset")
      two = Host::Placement.choose("one-core", { "allowed_cpus" => Host::Machine.facts["allowed_cpus"], "taskset" => true })
      starter = NotedStarter.new(keeper: keeper, placement: two)
      count(%w[a b], placement: two, ring_starter: starter)

      assert_equal [two.server_cpus], starter.used.uniq
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

    def script
      path = File.join(folder, "ruby")
      File.write(path, "#!/bin/sh\nexec ruby \"$@\"\n")
      path
    end

    def counted(instrument, name = "i1", engine: self.engine) = Lab::Inspection.new(engine, instrument, name)

    # {metric => count per call} of one fresh process.
    def per_call(instrument, name)
      counted = counted(instrument, name)
      lines = counted.lines(MadeCells.cell)
      assert_nil counted.reason
      lines.to_h { |line| [line[:metric], line[:value].fdiv(line[:calls])] }
    ensure
      counted&.close
    end

    # {[cell, whether it is the A/A check] => processes}
    def counts
      writer.record.counts.map { |line| line.values_at("cell", "noise", "process") }.uniq.map { |line| line.first(2) }.tally
    end

    def count(ids, metrics: %w[writes reads], scenarios: %w[client/get], method: nil, **more)
      contenders = ids.map { |id| MadeCells.contender.with(id: id) }
      cells = contenders.product(scenarios).each_with_index.map do |(contender, scenario), at|
        MadeCells.cell(contender: contender, scenario: scenario, id: "c#{at + 1}")
      end
      engine = engine(contenders, **more)
      matches = Plan::Match.of(cells)
      writer.add("run", command: "compare", method: method, options: { "metrics" => metrics })
      cells.each { |cell| writer.add("cell", cell.facts) }
      matches.flat_map(&:comparisons).each { |comparison| writer.add("comparison", comparison.facts) }
      participants = Lab::Participants.new(engine, cells)
      Lab::Counting.new(engine, participants, metrics: metrics, random: Random.new(1)).call(matches, 0)
    end
  end
end
