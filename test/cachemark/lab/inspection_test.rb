# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Instruments, each around a process.
  class Lab::InspectionTest < Minitest::Test
    include ALab

    # Its windows count 0 (a rehearsal), 1, and then two of the same calls, in the first of which a read was repeated.
    class Repeated < Lab::Instruments::Strace
      def argv(_language) = []

      def count(_pid)
        yield
        { "reads" => (@left ||= [0, 1, 50, 40]).shift }
      end
    end

    def test_instructions_and_system_calls_are_counted_in_a_window_and_instructions_by_function
      needs("valgrind")
      whole = per_call(Lab::Instruments::Callgrind, "i1")
      functions = lines(Lab::Instruments::Functions, "i2").first
      found = functions[:sites].sum { |site| site["count"] }.fdiv(functions[:calls])

      assert_includes 2_000..50_000, whole["instructions"]
      assert_in_delta 1, found / whole["instructions"], 0.3
      assert_includes 2..20, whole["system_calls"]
      assert_match(/ruby/, functions[:sites].max_by { |site| site["count"] }["place"])
    end

    def test_calls_that_send_and_receive_and_allocations_are_the_same_in_each_process
      needs("strace")
      first, second = Array.new(2) { |at| per_call(Lab::Instruments::Strace, "i#{at}") }

      assert_equal first, second
      assert_equal({ "writes" => 1.0, "reads" => 1.0 }, first.slice("writes", "reads"))
      assert_includes 1..100, first["allocations"]
      assert_includes 40..4_000, first["allocated_bytes"]
    end

    def test_the_peak_of_memory_is_that_of_the_counted_calls
      first, second = Array.new(2) { |at| per_call(Lab::Instruments::Memory, "i#{at}")["peak_rss_bytes"] }

      assert_includes 5_000_000..200_000_000, first
      assert_in_delta 1, second / first, 0.1
      held = nil # so long that malloc gives it back at once
      before = peak { held = "x" * 100_000_000 }
      held.clear
      assert_operator peak { nil }, :<, before - 80_000_000
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

    def test_a_client_that_cannot_be_counted_says_why
      [["a JIT", "ruby 3.3.1 (2024-04-23) +YJIT [x86_64-linux]", RbConfig.ruby, "sync", /compiles while it runs \(ruby 3.3.1/],
       ["a script", "ruby 3.1.2", script, "sync", /started by a script/],
       ["a mode", "ruby 3.1.2", RbConfig.ruby, "threads-4", /\Aonly one call at a time can be counted, not threads-4\z/]]
        .each do |what, description, program, mode, reason|
        environment = environment("socket").with(argv: [program], runtime: { description: description })
        inspection = inspection(Lab::Instruments::Callgrind, engine: engine(environments: { "socket" => environment }))

        assert_empty inspection.lines(MadeCells.cell.with(mode: mode)), what
        assert_match reason, inspection.reason, what
        assert_predicate inspection, :refused?
      end
    end

    def test_wrong_replies_are_not_counted
      made = { verify: { ok: false, proof: "values name their keys",
                         mismatches: [{ op: "get", key: "k1", iteration: 0, actual: "1", expected: "2" }] } }
      inspection = inspection(Lab::Instruments::Memory, engine: engine(made: { "socket" => made }))

      assert_empty inspection.lines(MadeCells.cell)
      assert_match(/wrong reply: get of k1/, inspection.reason)
      refute_predicate inspection, :refused?
    ensure
      inspection&.close
    end

    def test_a_missing_program_is_refused_with_its_package
      Host::Keeper.start(env: { "PATH" => folder }) do |bare|
        error = assert_raises(Trouble) { Lab::Instruments.check(Lab::Instruments.for(%w[wall reads]), bare) }

        assert_equal "writes, reads, allocated_bytes and allocations cannot be counted: there is no strace here", error.what
        assert_equal "install the Debian package strace", error.try
      end
    end

    def test_leaves_no_key_on_a_server_of_the_user
      ring = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])
      inspection = inspection(Lab::Instruments::Memory, engine: engine(ring: ring))

      refute_empty inspection.lines(MadeCells.cell)
      assert_operator memcached.stats["cmd_set"], :positive?
      inspection.close
      assert_equal 0, memcached.stats["curr_items"]
    end

    def test_a_window_with_a_repeated_read_does_not_count
      inspection = inspection(Repeated)

      assert_equal [["reads", 39]], inspection.lines(MadeCells.cell).map { |line| line.values_at(:metric, :value) }
    ensure
      inspection&.close
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

    def peak(&block) = Lab::Instruments::Memory.new(keeper).count(Process.pid, &block)["peak_rss_bytes"]

    def inspection(instrument, name = "i1", engine: self.engine) = Lab::Inspection.new(engine, instrument, name)

    # {metric => count per call} of one fresh process.
    def per_call(instrument, name)
      lines(instrument, name).to_h { |line| [line[:metric], line[:value].fdiv(line[:calls])] }
    end

    def lines(instrument, name)
      inspection = inspection(instrument, name)
      inspection.lines(MadeCells.cell).tap { assert_nil inspection.reason }
    ensure
      inspection&.close
    end
  end
end
