# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::BurstTest < Minitest::Test
    include ALab

    def test_counts_from_after_the_prelude_to_the_end
      open("socket", "store/mixed")
      reply, counted = burst(2)

      assert_equal 2, reply["iterations"]
      assert_equal Plan::Work.new(hits: 8, sets: 4, delete_hits: 2, incr_hits: 4, decr_hits: 2), counted.work
    end

    def test_counts_the_bytes_of_the_client_and_no_others
      open("socket", "client/missing")
      keys = MadeCells.scenario("client/missing").keys.values
      requests = keys.sum { |key| "delete #{key}\r\nget #{key}\r\n".bytesize }
      counted = burst(4).last

      assert_equal [requests, "NOT_FOUND\r\nEND\r\n".bytesize * 3].map { |bytes| bytes * 4 },
                   [counted.bytes_in, counted.bytes_out]
    end

    def test_over_pairs_all_replies_are_compared_and_all_work_is_counted
      open("socket", MadeCells.scenario("client/get-pairs").over(9))
      @session.request("verify", { cell: "c1", **@bout.model.proof.to_verify }, deadline_s: 20)
      reply, counted = burst(1)

      assert_equal [9, true, []], reply.values_at("calls", "checked", "mismatches")
      assert_equal Plan::Work.new(hits: 9), counted.work
    end

    def test_a_client_that_never_sends_its_writes_is_told
      open("socket", "client/set", { "socket" => {} })

      assert_equal "the server counted 0 sets in 200 iterations; the scenario makes 600", refused(200)
    end

    def test_calls_that_are_due_at_their_own_times
      open("socket", "client/get")
      timetable = Plan::Timetable.new(due: [0, 10, 20, 30, 40, 2_000_000], iterations: 2)
      reply, counted = Lab::Burst.new(@rig).at_rate(@bout, @session, timetable)

      assert_equal [6, 6], [reply["calls"], counted.work.hits]
      assert_equal [24, 24], reply.values_at("latencies", "lags").map { |text| text.unpack1("m").bytesize }
      assert_operator reply["wall_ns"], :>, 2_000_000
    end

    def test_a_wrong_last_reply_is_told
      wrong = { iteration: 4, step: 0, op: "get", key: "k1", expected: "[]", actual: "nil" }
      open("null", "client/get", { "null" => { block: { mismatches: [wrong] } } })

      assert_equal "the last timed get of k1 answered nil, expected []", refused(5)
    end

    def test_errors_are_told
      open("null", "client/get", { "null" => { block: { errors: { "Timeout::Error" => 2 } } } })

      assert_equal "errors while timed: Timeout::Error x 2", refused(5)
    end

    def test_work_that_comes_after_the_clock_is_told
      open("socket", "client/set", { "socket" => {} })
      after(:settled) { 3.times { ask("set a 0 0 1\r\n1") } }

      assert_match(/0 sets in 1 iteration; .* \(the rest came after the clock had stopped/, refused(1))
    end

    def test_somebody_elses_work_on_a_server_that_is_not_ours_is_suspected
      open("socket", "client/get", ring: foreign(false))
      meanwhile { ask("get nothing") }

      assert_match(/1 miss in 1 iteration; .* \(somebody else may be using the server\)/, refused(1))
    end

    def test_somebody_elses_work_on_a_shared_server_is_let_pass
      open("socket", "client/get", ring: foreign(true))
      meanwhile { ask("get nothing") }

      assert_equal [3, 1], burst(1).last.work.to_h.values_at(:hits, :misses)
    end

    private

    def open(name, scenario, made = {}, **more)
      contender = MadeCells.contender(name)
      @bout = MadeCells.bout(contender: contender, scenario: scenario)
      @rig = rig([contender], made: made, **more)
      @session = @rig.driver(contender)
      @session.request("load", @rig.load_fields(contender), deadline_s: 20)
      @session.request("open", @rig.open_fields(@bout.cell), deadline_s: 20)
    end

    def burst(iterations) = Lab::Burst.new(@rig).call(@bout, @session, iterations)

    def refused(iterations) = assert_raises(Lab::Burst::Disagreement) { burst(iterations) }.message

    def foreign(shared)
      Host::Ring.new([Host::ForeignServer.admit("127.0.0.1", memcached.port, allow_non_empty: shared)])
    end

    # What happens before the rig is asked this.
    def after(question, &deed)
      original = @rig.method(question)
      @rig.define_singleton_method(question) { deed.call && original.call }
    end

    # What happens when the block begins.
    def meanwhile
      original = @session.method(:request)
      @session.define_singleton_method(:request) do |type, *fields, **more|
        yield if type == "block"
        original.call(type, *fields, **more)
      end
    end

    def ask(line) = TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("#{line}\r\n") && io.gets }
  end
end
