# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::WireLookTest < Minitest::Test
    include ALab

    HELD_S = Lab::WireLook::Proxies::HELD_S
    MISS = ->(socket) { socket.write("get a\r\n") && socket.gets }

    # A client of raw sockets in place of a process. The block makes the calls of a `block` request: it gets the sockets, and
    # the number of this request among those whose replies are held back, or 0.
    class Scripted
      attr_reader :name, :engine, :requests

      def initialize(engine, connections: 1, lacks: nil, &calls)
        @name = "p1"
        @engine = engine
        @connections = connections
        @lacks = lacks
        @calls = calls
        @requests = []
        @sockets = {}
      end

      def open(cell, through:)
        @requests << { type: "open", cell: cell.id, servers: through.addresses, access: through.access }
        return @lacks if @lacks

        addresses = through.addresses.flat_map { |address| [address] * @connections }
        @sockets[cell.id] = addresses.map { |address| TCPSocket.new(*address.split(":")) }
        nil
      end

      def request(type, fields, deadline_s:)
        @requests << { type: type, deadline_s: deadline_s, **fields }
        sockets = @sockets.fetch(fields[:cell])
        return sockets.each(&:close) if type == "close"
        return unless type == "block"

        @calls.call(sockets, deadline_s == HELD_S ? of("block").count { |one| one[:deadline_s] == HELD_S } : 0)
        { "exceptions" => {} }
      end

      def of(type) = @requests.select { |one| one[:type] == type }
    end

    def test_records_both_iterations_of_a_cell
      assert_nil look("socket", "client/mixed")
      assert_equal [["c1", "p1", 1], ["c1", "p1", 2]], works.map { |line| line.values_at("cell", "process", "pass") }
      assert_equal [12, 6, 0, {}], works.last.values_at("round_trips", "hits", "misses", "exceptions")
      assert_equal [["set", 6, [0], [4], ["marshalled"]], ["get", 6, [], [4], ["marshalled"]]],
                   works.last["commands"].map { |command| command.values_at("name", "count", "ttls", "value_bytes", "encodings") }
      assert_empty writer.record.in_flights
    end

    # A driver that is asked while it is busy would seem to break the protocol.
    def test_a_wish_to_stop_leaves_a_busy_driver_alone
      heard = File.join(folder, "heard")
      contender = MadeCells.contender("null")
      engine = engine([contender], made: { "null" => { block: "hang", heard: heard } })
      process = client_process(engine, contender)
      result = Lab::Stop.watch do |stop|
        asks = Thread.new { ask_to_stop_once_busy(heard) }
        stop.interruptible { Lab::WireLook.new(MadeCells.cell(contender: contender), process).call }.tap { asks.join }
      end

      assert_nil result
      assert_predicate process.session, :alive?
      assert_equal %w[load open prepare block], File.readlines(heard).map { |line| JSON.parse(line)["type"] }
    end

    def test_the_servers_agree
      %w[client/missing client/multiget store/mixed store/big-read-multi-localcache].each do |scenario|
        assert_nil look("socket", scenario)
      end

      assert_empty(works.filter_map { |line| line["reason"] })
      assert_equal({ "misses" => 3, "delete_misses" => 3 }, works.first["expected"].reject { |_, count| count.zero? })
    end

    def test_a_server_that_counts_something_else_is_reported
      engine = engine([MadeCells.contender])
      engine.servers.define_singleton_method(:counters) { Plan::Work.new(hits: (@calls = (@calls || 0) + 1)) }
      status, reason = look("socket", "client/get", engine: engine)

      assert_match(/\Athe proxy saw 3 hits, the servers counted \d+ hits\z/, works.first["reason"])
      assert_equal ["invalid", works.first["reason"]], [status, reason]
    end

    def test_the_second_iteration_is_of_a_warm_client
      SpoiltDalli.open(SpoiltDalli.by_threes(after: 30)) do |by_threes|
        contender = DrivenClient.contender(by_threes)
        assert_nil look(contender, "client/get",
                        engine: engine([], others: { contender.id => DrivenClient.environment(contender) }))
      end

      assert_equal [[3, 3], [1, 3]], works.map { |line| line.values_at("round_trips", "hits") }
    end

    def test_of_workers_each_makes_an_iteration_and_all_are_seen_at_once
      assert_nil look("socket", "client/mixed", mode: "threads-3")
      assert_equal [[3, 36, 18, []]] * 2, works.map { |line| line.values_at("iterations", "round_trips", "hits", "strangers") }
      assert_equal [3, 3], writer.record.in_flights.first.values_at("workers", "seen")
    end

    def test_of_many_pairs_the_first_go_through
      assert_nil look(MadeCells.contender.with(options: { "timeout" => "20" }), "client/get-pairs")
      seen = works.last

      assert_equal [160, 160, 160, 1, 1], seen.values_at("pairs", "hits", "round_trips", "prelude", "used")
      assert_equal [[], ["plain"], [32]], [seen["strangers"], seen["commands"].first["encodings"], seen["key_bytes"].values.uniq]
      assert_equal 160, seen["expected"]["hits"]
    end

    def test_no_fewer_pairs_than_workers_and_a_connection_for_each
      cell = MadeCells.cell(scenario: "client/get-pairs", mode: "threads-200")

      assert_equal 200, Lab::WireLook.sample(cell).scenario.calls
      look("socket", MadeCells.scenario("client/get-pairs").over(9), mode: "threads-3")
      assert_equal [9, 3], works.last.values_at("pairs", "used")
    end

    def test_the_cell_itself_is_left_alone_and_nothing_listens_any_more
      scripted = scripted { nil }

      assert_equal %w[open prepare block close], scripted.requests.map { |one| one[:type] }.uniq
      assert_equal ["c1 proxy"], scripted.requests.map { |one| one[:cell] }.uniq
      refute_includes scripted.requests.first[:servers], memcached.address
      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(*scripted.requests.first[:servers].first.split(":")) }
    end

    def test_between_the_two_it_is_warmed_up
      [["client/multiget", "sync", 50], ["client/get", "sync", 20], ["client/mixed", "sync", 5],
       ["client/mixed", "threads-9", 45]].each do |scenario, mode, warm|
        blocks = scripted(scenario, mode) { nil }.of("block")
        workers = blocks.first[:iterations]
        between = blocks[1..5]

        assert_equal [[workers, %w[exceptions]]] * 2, blocks.values_at(0, 6).map { |one| one.values_at(:iterations, :watch) }
        assert_equal [warm, [nil]], [between.sum { |one| one[:iterations] }, between.map { |one| one[:watch] }.uniq]
      end
    end

    def test_a_missing_or_refused_operation_is_a_reason
      assert_equal ["failed", "not offered"], found(lacks: "not offered")
      assert_equal ["failed", "Sad: no way"], found { raise Driver::Refused, { "class" => "Sad", "message" => "no way" } }
    end

    def test_a_driver_that_dies_is_for_the_caller_unless_the_cell_was_timed
      process = Scripted.new(engine) { raise Driver::Crash, "gone" }
      look = Lab::WireLook.new(MadeCells.cell, process)
      look.after_timing

      assert_raises(Driver::Crash) { look.call }
      assert_equal [%w[unobserved c1 gone]], writer.record.events.map { |line| line.values_at("kind", "cell", "message") }
      assert_empty writer.record.failures
    end

    # Calls that wait at the same time.

    def test_workers_that_wait_together_are_all_seen
      process = in_flight { |ios| ios.each { |io| io.write("get a\r\n") } && ios.each(&:gets) }

      assert_equal [{ **Line["in_flight"], "cell" => "c1", "process" => "p1", "workers" => 3, "seen" => 3 }],
                   writer.record.in_flights
      assert_equal [[3, HELD_S]], process.of("block").drop(7).map { |one| one.values_at(:iterations, :deadline_s) }
      assert_operator HELD_S, :<, Lab::WireLook::PASS_S
    end

    def test_workers_that_wait_for_one_another_are_one_however_often_one_looks
      process = in_flight { |ios| ios.each(&MISS) }

      assert_equal [1], seen
      assert_equal 3, process.of("block").drop(7).size
    end

    def test_a_worker_that_is_late_once_is_seen_the_next_time
      in_flight { |ios, held| ios.first(held + 1).each { |io| io.write("get a\r\n") } && ios.first(held + 1).each(&:gets) }

      assert_equal [3], seen
    end

    def test_requests_count_on_one_connection_only_if_workers_share_it
      three = ->(ios, _) { ios.first.write("get a\r\n" * 3) && 3.times { ios.first.gets } }
      ["threads-3,shared", "threads-3"].each { |mode| in_flight(mode, &three) }

      assert_equal [3, 1], seen
    end

    def test_a_contender_without_requests_has_no_calls_in_flight
      in_flight { nil }

      assert_empty writer.record.in_flights
    end

    def test_a_driver_that_fails_or_is_lost_while_replies_are_held_is_reported
      in_flight { |_, held| raise Driver::Refused, { "class" => "TimeoutError", "message" => "too slow" } if held.positive? }
      assert_raises(Driver::Hang) { in_flight { |_, held| raise Driver::Hang, "no answer" if held.positive? } }

      assert_equal [[nil, "TimeoutError: too slow"], [nil, "no answer"]],
                   writer.record.in_flights.map { |line| line.values_at("seen", "reason") }
    end

    # Servers that are asked at the same time: in groups, whose replies are awaited before the next group is asked.

    def test_counts_the_servers_that_have_a_request_at_the_same_time
      ways = [[[0, 1, 2, 3]], [[0], [1], [2]], [[0, 1], [2, 3]], [[3]]]

      assert_equal([4, 1, 2, 1], ways.map { |groups| asked(groups)["at_once"] })
    end

    def test_records_what_each_server_gets
      line = asked([[0], [2]])

      assert_equal ["c1", "p1", "get_multi", 6], line.values_at("cell", "process", "op", "keys")
      assert_equal([[1, 2], [0, 0], [1, 2], [0, 0]], line["servers"].map { |one| one.values_at("requests", "keys") })
    end

    # Its calls with six keys, twice, with two keys, and with one.
    def test_each_kind_of_call_with_several_keys_is_made_alone
      whole = MadeCells.scenario("client/multiget")
      step = whole.steps.first
      several = [step, step, step.merge("keys" => %w[k1 k2]), { "op" => "get", "key" => "k1" }]
      asked([[0, 1]], scenario: whole.with(steps: several))

      assert_equal [["get_multi", 6], ["get_multi", 2]], writer.record.askings.map { |line| line.values_at("op", "keys") }
      assert_equal ["c1 proxy", "c1 proxy 1", "c1 proxy 2"], @asker.of("close").map { |one| one[:cell] }.sort
    end

    def test_one_server_or_concurrent_calls_are_not_examined
      assert_nil asked([[0]], servers: 1)
      assert_nil asked([[0, 1]], mode: "threads-4")
      assert_nil asked([[0, 1]], scenario: "client/get")
    end

    def test_servers_are_reached_as_the_proxies_in_front_of_them
      listening = Host::Memcached::Listening.new(transport: "unix", auth: "text", files: Host::Memcached::Files.new(keeper))
      engine = engine(ring: Host::Ring.start(2, keeper: keeper, listening: listening))
      asker = Scripted.new(engine, lacks: "it has no get_multi")
      Lab::WireLook.new(MadeCells.cell(scenario: "client/multiget"), asker).call

      assert_equal [engine.ring.access], asker.requests.map { |one| one[:access] }
    end

    private

    def works = writer.record.works
    def seen = writer.record.in_flights.map { |line| line["seen"] }

    def ask_to_stop_once_busy(heard)
      Thread.pass until File.read(heard).include?('"block"')
      Process.kill("INT", Process.pid)
    end

    def look(name, scenario, engine: nil, mode: "sync")
      contender = name.is_a?(Contender) ? name : MadeCells.contender(name)
      process = client_process(engine || engine([contender]), contender, mode: mode)
      Lab::WireLook.new(MadeCells.cell(contender: contender, scenario: scenario, mode: mode), process).call
    ensure
      process&.kill
    end

    def found(**settings, &calls) = Lab::WireLook.new(MadeCells.cell, Scripted.new(engine, **settings, &calls)).call

    def scripted(scenario = "client/get", mode = "sync", engine: self.engine, **settings, &calls)
      process = Scripted.new(engine, **settings, &calls)
      assert_nil Lab::WireLook.new(MadeCells.cell(scenario: scenario, mode: mode), process).call
      process
    end

    # A client whose workers have a connection each.
    def in_flight(mode = "threads-3", &calls) = scripted("client/get", mode, connections: 3, &calls)

    def asked(groups, servers: 4, scenario: "client/multiget", mode: "sync")
      @asker = scripted(scenario, mode, engine: engine(ring: memcached_ring(servers))) do |sockets|
        groups.each do |group|
          sockets.values_at(*group).each { |socket| socket.write("get a b\r\n") }
          sockets.values_at(*group).each(&:gets)
        end
      end
      writer.record.askings.last
    end

    # One iteration through the proxies.
    class ObservedIteration < Minitest::Test
      include ALab

      # A client that does not wait: what it leaves under way when its reply comes is counted all the same.
      def test_counts_requests_that_arrive_late_and_no_earlier_ones
        line = pass(before: MISS) { |io| io.write("set Short 0 0 1 noreply\r\nx\r\n" * 500) }

        assert_equal [500, nil, 0], [line["commands"].sum { |command| command["count"] }, *line.values_at("reason", "misses")]
      end

      def test_records_the_exceptions_and_locks_of_the_client
        line = pass(reply: { "exceptions" => { "Miss" => 2 }, "locks" => 4, "wall_ns" => 5 }) { nil }

        assert_equal [{ "Miss" => 2 }, 4], line.values_at("exceptions", "locks")
        refute line.key?("wall_ns")
      end

      private

      def pass(before: nil, reply: {})
        Lab::WireLook::Proxies.open(engine) do |proxies|
          TCPSocket.open(*proxies.addresses.first.split(":")) do |io|
            before&.call(io)
            one = Lab::WireLook::ObservedIteration.new(engine, proxies, watch: Lab::Work::WATCH)
            one.call(MadeCells.cell, Lab::WireLook::Tally.new(MadeCells.scenario("client/get")), { process: "p", pass: 1 }) do
              yield io
              reply
            end
          end
        end
        writer.record.works.last
      end
    end
  end
end
