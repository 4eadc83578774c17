# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::BlockTest < Minitest::Test
    include ALab

    PLACE = { process: "p1", generation: 0, round: 0 }.freeze

    def test_counts_from_after_the_prelude_to_the_end
      open("socket", "store/mixed")
      block = run_block(2)

      assert_equal 2, block.reply["iterations"]
      assert_equal Plan::Work.new(hits: 8, sets: 4, delete_hits: 2, incr_hits: 4, decr_hits: 2), block.counted.work
    end

    def test_counts_the_bytes_of_the_client_and_no_others
      open("socket", "client/missing")
      keys = MadeCells.scenario("client/missing").keys.values
      requests = keys.sum { |key| "delete #{key}\r\nget #{key}\r\n".bytesize }
      counted = run_block(4).counted

      assert_equal [requests, "NOT_FOUND\r\nEND\r\n".bytesize * 3].map { |bytes| bytes * 4 },
                   [counted.bytes_in, counted.bytes_out]
    end

    def test_over_pairs_compares_all_replies_and_counts_all_work
      open("socket", MadeCells.scenario("client/get-pairs").over(9))
      @process.request("verify", { cell: "c1", **@state.model.proof.to_verify }, deadline_s: 20)
      block = run_block(1)

      assert_equal [9, true, []], block.reply.values_at("calls", "checked", "mismatches")
      assert_equal Plan::Work.new(hits: 9), block.counted.work
    end

    def test_records_a_block_and_what_the_server_counted
      open("socket", "client/mixed")
      wall_ns = run_block(20, batch: 10).record(PLACE).wall_ns
      line = recorded.first

      assert_equal ["c1", "p1", 20, 240, wall_ns], line.values_at("cell", "process", "iterations", "calls", "wall_ns")
      assert_equal [120, 0, 120, nil], line.values_at("server_hits", "server_misses", "server_sets", "server_delete_hits")
      assert_equal [10, 2], [line["batch"], line["batches"].size]
      refute line.key?("latencies")
    end

    def test_records_latencies_of_single_calls_when_asked_for
      open
      run_block(2, latencies: true).record(PLACE)

      assert_equal 6 * 4, recorded.first["latencies"].unpack1("m").bytesize
    end

    def test_records_bytes_on_a_private_server_and_remembers_the_longest_block
      open
      [5, 3].each { |iterations| run_block(iterations).record(PLACE) }
      bytes = recorded.map { |line| line.values_at("server_bytes_in", "server_bytes_out").map { |all| all / line["iterations"] } }

      assert_equal bytes.first, bytes.last
      assert_operator bytes.first.min, :>, 60
      assert_equal 5, @state.longest
    end

    def test_records_no_bytes_on_a_server_of_somebody_else
      open(ring: user_server(false))
      run_block(5).record(PLACE)

      refute_includes recorded.first.keys, "server_bytes_in"
    end

    def test_an_open_loop_times_each_call_from_when_it_was_due
      open
      timetable = Plan::OpenLoop::Timetable.new(due: [0, 10, 20, 900_000], iterations: Rational(4, 3))
      block = Lab::Block.open_loop(@state, timetable).run(@engine, @process).record(PLACE.merge(rate: 9))
      line = recorded.first

      assert_equal [9, 4, 4], line.values_at("rate", "calls", "server_hits")
      assert_in_delta 1.333, line["iterations"], 0.001
      assert_equal [16, 16], line.values_at("latencies", "lags").map { |text| text.unpack1("m").bytesize }
      assert_operator block.wall_ns, :>, 900_000
      refute line.key?("spare")
    end

    # Other hosts, which may all begin, or not.
    class Others
      attr_reader :facts, :passed, :steps

      def initialize(ready: true)
        @ready = ready
        @steps = 7
      end

      def at_once = @ready && (@facts = yield) && true
      def pass = @passed = true
    end

    def test_other_hosts_get_the_work_and_the_time_of_a_block
      open
      others = Others.new
      Lab::Block.open_loop(@state, timetable(3), others: others).run(@engine, @process).record(PLACE)

      assert_equal [3, 3], others.facts.values_at(:least, :most).map { |work| Plan::Work.of(work).hits }
      assert_equal [7, others.facts[:wall_ns]], recorded.first.values_at("step", "wall_ns")
    end

    def test_a_block_that_another_host_cannot_begin_is_not_timed
      open
      block = Lab::Block.open_loop(@state, timetable(3), others: Others.new(ready: false))

      assert_raises(Lab::Block::Elsewhere) { block.run(@engine, @process) }
      assert_nil block.reply
    end

    def test_a_host_that_cannot_prepare_lets_the_others_go_on
      open
      @process.kill
      others = Others.new

      assert_raises(Driver::Failure) { Lab::Block.open_loop(@state, timetable(3), others: others).run(@engine, @process) }
      assert others.passed
    end

    def test_a_block_records_what_its_process_holds_in_memory
      open
      run_block(1).record(PLACE)

      assert_in_delta Host::Machine.resident_bytes(@process.pid), recorded.first["memory_bytes"], 10_000_000
      assert_operator recorded.first["memory_bytes"], :>, 1_000_000
    end

    def test_the_memory_of_workers_in_other_processes_is_unknown
      open
      @process.define_singleton_method(:mode) { "processes-2" }
      run_block(1).record(PLACE)

      refute_includes recorded.first.keys, "memory_bytes"
    end

    def test_an_open_loop_records_how_many_iterations_are_uncertain
      open
      timetable = Plan::OpenLoop::Timetable.new(due: [0, 10, 20], iterations: 1, unfinished: 3)
      Lab::Block.open_loop(@state, timetable).run(@engine, @process).record(PLACE)

      assert_equal 3, recorded.first["spare"]
    end

    def test_a_client_that_reads_or_writes_less_than_its_scenario_is_refused
      open("socket", "client/set", made: { "socket" => {} })

      assert_equal "the server counted 0 sets in 200 iterations; the scenario makes 600", refused(200)
      assert_empty recorded
    end

    def test_a_wrong_last_reply_is_refused
      wrong = { iteration: 4, step: 0, op: "get", key: "k1", expected: "[]", actual: "nil" }
      open("null", made: { "null" => { block: { mismatches: [wrong] } } })

      assert_equal "the last timed get of k1 answered nil, expected []", refused(5)
    end

    def test_errors_are_refused
      open("null", made: { "null" => { block: { errors: { "Timeout::Error" => 2 } } } })

      assert_equal "errors while timed: Timeout::Error x 2", refused(5)
    end

    def test_work_that_comes_after_the_clock_stopped_is_named
      open("socket", "client/set", made: { "socket" => {} })
      before_idle { 3.times { ask("set a 0 0 1\r\n1") } }

      assert_match(/0 sets in 1 iteration; .* \(the rest came after the clock had stopped/, refused(1))
    end

    def test_work_of_others_on_a_server_that_is_not_ours_is_suspected
      open(ring: user_server(false))
      when_timed { ask("get nothing") }

      assert_match(/1 miss in 1 iteration; .* \(somebody else may be using the server\)/, refused(1))
    end

    def test_work_of_others_on_a_shared_server_is_allowed
      open(ring: user_server(true))
      when_timed { ask("get nothing") }

      assert_equal [3, 1], run_block(1).counted.work.to_h.values_at(:hits, :misses)
    end

    private

    def timetable(calls) = Plan::OpenLoop::Timetable.new(due: (1..calls).map { |at| at * 10 }, iterations: calls / 3)

    def open(name = "socket", scenario = "client/get", **more)
      contender = MadeCells.contender(name)
      @state = MadeCells.state(contender: contender, scenario: scenario)
      @engine = engine([contender], **more)
      @process = client_process(@engine, contender)
      @process.open(@state.cell)
    end

    def run_block(iterations, **how) = Lab::Block.closed_loop(@state, iterations, **how).run(@engine, @process)

    def refused(iterations) = assert_raises(Lab::Block::Disagreement) { run_block(iterations) }.message

    def recorded = writer.record.blocks

    def user_server(shared)
      Host::Ring.new([Host::Server::UserServer.admit(memcached.access, allow_non_empty: shared)])
    end

    def before_idle
      original = @engine.servers.method(:idle_counters)
      @engine.servers.define_singleton_method(:idle_counters) { yield && original.call }
    end

    def when_timed
      original = @process.method(:request)
      @process.define_singleton_method(:request) do |type, *fields, **more|
        yield if type == "block"
        original.call(type, *fields, **more)
      end
    end

    def ask(line) = TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("#{line}\r\n") && io.gets }

    # How the servers' counters are held against the scenario.
    class Difference < Minitest::Test
      GET, MIXED, STORE = MadeCells.state, MadeCells.state(scenario: "client/mixed"), MadeCells.state(scenario: "store/mixed")
      LOCAL = MadeCells.state(scenario: "store/get-localcache")
      TWICE, LEARNT = Array.new(2) do
        MadeCells.state(scenario: MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }] * 2, wrap: "local_cache"))
      end
      TOUCH = MadeCells.state(scenario: MadeCells.made_scenario([{ "op" => "touch", "key" => "k1", "ttl" => 60 }]))
      NULL, UNPROVEN = Array.new(2) { MadeCells.state(contender: "null") }
      THREADS = MadeCells.state(mode: "threads-4")
      LEARNT.learn(Plan::Work.new(misses: 1), Plan::Work.new(misses: 1))
      UNPROVEN.proof_kind = "none"
      PART = Rational(4, 3)

      # [cell, iterations, what the servers counted, how] => the difference, if any.
      DIFFERENCES = {
        [GET, 10, { hits: 30 }] => nil, [MIXED, 10, { hits: 60, sets: 60 }] => nil,
        [GET, 10, { hits: 29 }] => "the server counted 29 hits in 10 iterations; the scenario makes 30",
        [GET, 10, { hits: -30 }] => "the server counted -30 hits in 10 iterations; the scenario makes 30",
        [GET, 10, { hits: 31, misses: 1 }] =>
          "the server counted 31 hits and 1 miss in 10 iterations; the scenario makes 30 and 0",
        [GET, 1, { hits: 2 }] => "the server counted 2 hits in 1 iteration; the scenario makes 3",
        # A few iterations more or fewer pass where the number is uncertain, and touches that a meta command counts as reads.
        [GET, 10, { hits: 21 }, { unfinished: 3 }] => nil, [GET, 10, { hits: 39 }, { unfinished: 3 }] => nil,
        [GET, 10, { hits: 20 }, { unfinished: 3 }] => /20 hits in 10 iterations; the scenario makes at least 21/,
        [GET, 10, { hits: 40 }, { unfinished: 3 }] => /40 hits in 10 iterations; the scenario makes at most 39/,
        [TOUCH, 10, { misses: 12 }, { unfinished: 3 }] => nil,
        [TOUCH, 10, { misses: 14 }, { unfinished: 3 }] => /0 touch misses in 10/,
        # A part of an iteration is exact.
        [GET, PART, { hits: 4 }] => nil, [GET, PART, { hits: 5 }] => /5 hits in 4.3 iterations; the scenario makes 4/,
        # A server that others use may count more, and not less.
        [GET, 10, { hits: 31, sets: 5 }, { exact: false }] => nil,
        [GET, 10, { hits: 29, sets: 5 }, { exact: false }] => /counted 29 hits/,
        # A local cache answers what it can at most, and exactly so after it was learnt.
        [LOCAL, 10, { hits: 30, misses: 1 }] => /1 miss in 10 iterations; the scenario makes 0/,
        [TWICE, 10, { misses: 10 }] => nil, [TWICE, 10, { misses: 20 }] => nil,
        [TWICE, 10, { misses: 21 }] => /21 misses in 10 iterations; the scenario makes at most 20/,
        [TWICE, 10, { misses: 1 }] => /1 miss in 10 iterations; the scenario makes at least 10/,
        [LEARNT, 10, { misses: 10 }] => nil,
        [LEARNT, 10, { misses: 11 }] => /11 misses in 10 iterations; the scenario makes 10/,
        # A contender without a proof makes no call. Its name is no excuse.
        [UNPROVEN, 10, {}] => nil, [UNPROVEN, 10, { sets: 1 }] => /1 set in 10 iterations; the scenario makes 0/,
        [NULL, 10, {}] => /0 hits in 10 iterations/,
        # The work of all workers counts.
        [THREADS, 12, { hits: 36 }] => nil,
        [THREADS, 12, { hits: 9 }] => "the server counted 9 hits in 12 iterations; the scenario makes 36"
      }.freeze

      def test_less_more_or_other_work_is_reported_with_both_figures
        DIFFERENCES.each do |(state, iterations, counted, how), said|
          assert_operator said, :===, difference(state, iterations, **counted, **how.to_h), [iterations, counted, how]
        end
      end

      def test_writes_deletes_and_counts_are_held_to_it_too
        right = STORE.model.most.first.to_h

        assert_nil difference(STORE, 1, **right)
        right.each_key do |name|
          assert_match(/the scenario makes \d/, difference(STORE, 1, **right, name => right[name] + 1), name)
        end
      end

      private

      def difference(state, iterations, exact: true, unfinished: 0, **counted)
        Lab::Block.new(state, iterations, {}, unfinished: unfinished).difference(Plan::Work.new(**counted), exact: exact)
      end
    end
  end
end
