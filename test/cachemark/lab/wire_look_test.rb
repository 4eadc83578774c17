# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::WireLookTest < Minitest::Test
    include ALab

    def test_records_both_iterations_of_a_cell
      assert_nil look("socket", "client/mixed")
      assert_equal [["c1", "p1", 1], ["c1", "p1", 2]], works.map { |line| line.values_at("cell", "process", "pass") }
      assert_equal [12, 6, 0, {}], works.last.values_at("round_trips", "hits", "misses", "exceptions")
      assert_equal [["set", 6, [0], [4], ["marshalled"]], ["get", 6, [], [4], ["marshalled"]]],
                   works.last["commands"].map { |command| command.values_at("name", "count", "ttls", "value_bytes", "encodings") }
    end

    def test_a_process_that_is_lost_over_it_keeps_its_speed_and_the_record_says_why_its_work_is_unknown
      contender = MadeCells.contender("null")
      engine = engine([contender], made: { "null" => { block: "exit" } })
      process = client_process(engine, contender)
      %w[c1 c2].each { |id| Lab::WireLook.new(engine).after_timing(MadeCells.cell(contender: contender, id: id), process) }

      assert_equal [%w[unobserved c1], %w[unobserved c2]], writer.record.events.map { |line| line.values_at("kind", "cell") }
      assert_match(/exit code 7 during block/, writer.record.events.first["message"])
      assert_empty writer.record.failures
    end

    # A driver that is asked while it is busy would seem to break the protocol.
    def test_a_wish_to_stop_leaves_a_busy_driver_alone
      heard = File.join(folder, "heard")
      contender = MadeCells.contender("null")
      engine = engine([contender], made: { "null" => { block: "hang", heard: heard } })
      process = client_process(engine, contender)
      result = Lab::Stop.watch do |stop|
        asks = Thread.new { ask_to_stop_once_busy(heard) }
        stop.interruptible { Lab::WireLook.new(engine).call(MadeCells.cell(contender: contender), process) }.tap { asks.join }
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
    end

    def test_a_server_that_counts_something_else_is_reported
      engine = engine([MadeCells.contender])
      engine.servers.define_singleton_method(:counters) { Plan::Work.new(hits: (@calls = (@calls || 0) + 1)) }
      status, reason = look("socket", "client/get", engine: engine)

      assert_match(/\Athe proxy saw 3 hits, the servers counted \d+ hits\z/, works.first["reason"])
      assert_equal ["invalid", works.first["reason"]], [status, reason]
    end

    def test_between_the_two_it_is_warmed_up
      { "client/multiget" => 50, "client/get" => 20, "client/mixed" => 5 }.each do |scenario, warm|
        heard = File.join(folder, "heard #{warm}")
        look("null", scenario, engine: engine([MadeCells.contender("null")], made: { "null" => { "heard" => heard } }))
        blocks = File.readlines(heard).map { |line| JSON.parse(line) }.select { |one| one["type"] == "block" }
        between = blocks[1..-2]

        assert_equal [[1, ["exceptions"]]] * 2, blocks.values_at(0, -1).map { |one| one.values_at("iterations", "watch") }
        assert_equal [warm, [nil]], [between.sum { |one| one["iterations"] }, between.map { |one| one["watch"] }.uniq]
      end
    end

    def test_the_second_iteration_is_of_a_warm_client
      SpoiltDalli.open(SpoiltDalli.by_threes(after: 30)) do |by_threes|
        contender = DrivenClient.contender(by_threes)
        assert_nil look(contender, "client/get",
                        engine: engine([], others: { contender.id => DrivenClient.environment(contender) }))
      end

      assert_equal [[3, 3], [1, 3]], works.map { |line| line.values_at("round_trips", "hits") }
    end

    def test_the_scenario_of_the_label_is_recorded_with_it
      look("socket", "client/missing")

      assert_equal({ "misses" => 3, "delete_misses" => 3 }, works.last["expected"].reject { |_, count| count.zero? })
    end

    def test_of_workers_each_makes_an_iteration_and_all_are_seen_at_once
      assert_nil look("socket", "client/mixed", mode: "threads-3")
      assert_equal [[3, 36, 18, []]] * 2, works.map { |line| line.values_at("iterations", "round_trips", "hits", "strangers") }
      assert_equal [3, 3], writer.record.in_flights.first.values_at("of", "seen")
    end

    def test_workers_that_are_warmed_up_make_an_iteration_at_least
      heard = File.join(folder, "heard.jsonl")
      engine = engine([MadeCells.contender("null")], made: { "null" => { "heard" => heard } })
      look("null", "client/mixed", mode: "threads-9", engine: engine)
      blocks = File.readlines(heard).map { |line| JSON.parse(line) }.select { |one| one["type"] == "block" }

      assert_equal [9], blocks.map { |one| one["iterations"] }.uniq
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

    def test_the_cell_itself_is_left_alone
      heard = File.join(folder, "heard.jsonl")
      engine = engine([MadeCells.contender("null")], made: { "null" => { "heard" => heard } })
      look("null", "client/get", engine: engine)
      requests = File.readlines(heard).map { |line| JSON.parse(line) }.drop(1)

      assert_equal %w[open prepare block close], requests.map { |one| one["type"] }.uniq
      assert_equal ["c1 proxy"], requests.map { |one| one["cell"] }.uniq
      refute_includes requests.first["servers"], memcached.address
      assert_equal [["exceptions"]], requests.filter_map { |one| one["watch"] }.uniq
    end

    def test_a_missing_or_refused_operation_is_a_reason
      assert_equal ["failed", "not offered"], look("null", "client/get", open: { type: "not_offered", reason: "not offered" })
      status, reason = look("null", "client/get", block: "failed")
      assert_equal ["failed", true], [status, reason.include?("no way")]
    end

    def test_a_driver_that_dies_is_for_the_caller
      assert_raises(Driver::Crash) { look("null", "client/get", block: "exit") }
    end

    def test_nothing_listens_any_more
      heard = File.join(folder, "heard.jsonl")
      look("null", "client/get", engine: engine([MadeCells.contender("null")], made: { "null" => { "heard" => heard } }))
      address = File.readlines(heard).map { |line| JSON.parse(line) }.find { |one| one["type"] == "open" }["servers"].first

      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(*address.split(":")) }
    end

    private

    def works = writer.record.works

    def ask_to_stop_once_busy(heard)
      Thread.pass until File.read(heard).include?('"block"')
      Process.kill("INT", Process.pid)
    end

    def look(name, scenario, engine: nil, mode: "sync", **answers)
      contender = name.is_a?(Contender) ? name : MadeCells.contender(name)
      engine ||= engine([contender], made: answers.empty? ? {} : { name => answers })
      process = client_process(engine, contender, mode: mode)
      Lab::WireLook.new(engine).call(MadeCells.cell(contender: contender, scenario: scenario, mode: mode), process)
    ensure
      process&.kill
    end

    # One iteration through the proxies.
    class ObservedIteration < Minitest::Test
      include ALab

      # A client that does not wait: what it leaves under way when its reply comes is counted all the same.
      def test_counts_requests_that_arrive_late
        line = pass { |io| io.write("set Short 0 0 1 noreply\r\nx\r\n" * 500) }

        assert_equal [500, nil], [line["commands"].sum { |command| command["count"] }, line["reason"]]
      end

      def test_ignores_earlier_requests
        line = pass(before: ->(io) { io.write("get Short\r\n") && io.gets }) { |io| io.write("get Short\r\n") && io.gets }

        assert_equal [1, 1, nil], line.values_at("misses", "round_trips", "reason")
      end

      def test_records_the_exceptions_and_locks_of_the_client
        line = pass(reply: { "exceptions" => { "Miss" => 2 }, "locks" => 4, "wall_ns" => 5 }) { nil }

        assert_equal [{ "Miss" => 2 }, 4], line.values_at("exceptions", "locks")
        refute line.key?("wall_ns")
      end

      def test_each_worker_makes_one_iteration
        asked = nil
        line = pass(cell: MadeCells.cell(mode: "threads-4"), asked: ->(fields) { asked = fields }) { nil }

        assert_equal [4, 4], [line["iterations"], asked[:iterations]]
      end

      private

      def pass(before: nil, reply: {}, cell: MadeCells.cell, asked: nil)
        Lab::WireLook::Proxies.open([memcached], keeper: keeper) do |proxies|
          TCPSocket.open(*proxies.addresses.first.split(":")) do |io|
            before&.call(io)
            one = Lab::WireLook::ObservedIteration.new(engine, proxies, watch: Lab::Work::WATCH)
            one.call(cell, Lab::WireLook::Tally.new(MadeCells.scenario("client/get")), { pass: 1 }) do |fields|
              asked&.call(fields)
              yield io
              reply
            end
          end
        end
        writer.record.works.last
      end
    end

    # How many calls wait at the same time.
    class InFlight < Minitest::Test
      include ALab

      def test_workers_that_wait_together_are_all_seen
        look { |ios| ios.each { |io| io.write("get a\r\n") } && ios.each(&:gets) }

        assert_equal [["c1", "p1", 3, 3]], writer.record.in_flights.map { |line| line.values_at("cell", "process", "of", "seen") }
        assert_equal [{ iterations: 3 }], @asked
      end

      def test_workers_that_wait_for_one_another_are_one_however_often_one_looks
        look { |ios| ios.each { |io| io.write("get a\r\n") && io.gets } }

        assert_equal [[1, 3]], writer.record.in_flights.map { |line| line.values_at("seen", "of") }
        assert_equal 3, @asked.size
      end

      def test_a_worker_that_is_late_once_is_seen_the_next_time
        look do |ios|
          ios.first(@asked.size + 1).each { |io| io.write("get a\r\n") }
          ios.first(@asked.size + 1).each(&:gets)
        end

        assert_equal 3, writer.record.in_flights.first["seen"]
      end

      def test_on_one_connection_requests_count
        look("threads-3,shared") { |ios| ios.first.write("get a\r\n" * 3) && 3.times { ios.first.gets } }

        assert_equal 3, writer.record.in_flights.first["seen"]
      end

      def test_one_call_is_one_however_much_it_asks
        look { |ios| ios.first.write("get a\r\n" * 3) && 3.times { ios.first.gets } }

        assert_equal 1, writer.record.in_flights.first["seen"]
      end

      def test_a_call_that_fails_while_replies_are_held_is_reported
        look { raise Driver::Refused, { "class" => "TimeoutError", "message" => "too slow" } }

        assert_equal [[nil, "TimeoutError: too slow"]], writer.record.in_flights.map { |line| line.values_at("seen", "reason") }
      end

      def test_a_driver_that_is_lost_over_it_is_reported_and_lost
        assert_raises(Driver::Hang) { look { raise Driver::Hang, "the driver did not answer block within 10.0 s" } }

        assert_equal [[nil, "the driver did not answer block within 10.0 s"]],
                     writer.record.in_flights.map { |line| line.values_at("seen", "reason") }
      end

      def test_a_server_that_is_held_is_not_waited_for_as_long_as_for_the_work
        look { nil }

        assert_operator @deadline_s, :<, Lab::WireLook::PASS_S
      end

      def test_in_sync_and_without_a_call_there_is_nothing_to_say
        look("sync") { flunk }
        look { nil }

        assert_empty writer.record.in_flights
      end

      private

      # A block of a driver with so many connections.
      def look(mode = "threads-3", &block)
        @asked = []
        Lab::WireLook::Proxies.open([memcached], keeper: keeper) do |proxies|
          ios = Array.new(3) { TCPSocket.new(*proxies.addresses.first.split(":")) }
          ios.each { |io| io.write("get a\r\n") && io.gets }
          in_flight = Lab::WireLook::InFlight.new(engine, proxies)
          in_flight.call(MadeCells.cell(mode: mode), "p1") do |fields, deadline_s|
            @deadline_s = deadline_s
            @asked << fields and block.call(ios)
          end
        ensure
          ios&.each(&:close)
        end
      end
    end
  end
end
