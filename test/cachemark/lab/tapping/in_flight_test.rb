# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::Tapping::InFlightTest < Minitest::Test
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

    def test_what_cannot_be_had_while_replies_are_held_is_told
      look { raise Driver::Refused, { "class" => "TimeoutError", "message" => "too slow" } }

      assert_equal [[nil, "TimeoutError: too slow"]], writer.record.in_flights.map { |line| line.values_at("seen", "reason") }
    end

    def test_a_driver_that_is_lost_over_it_is_told_and_lost
      assert_raises(Driver::Hang) { look { raise Driver::Hang, "the driver did not answer block within 10.0 s" } }

      assert_equal [[nil, "the driver did not answer block within 10.0 s"]],
                   writer.record.in_flights.map { |line| line.values_at("seen", "reason") }
    end

    def test_a_server_that_is_held_is_not_waited_for_as_long_as_for_the_work
      look { nil }

      assert_operator @deadline_s, :<, Lab::Tapping::PASS_S
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
      Lab::Tapping::Proxies.open([memcached]) do |proxies|
        ios = Array.new(3) { TCPSocket.new(*proxies.addresses.first.split(":")) }
        ios.each { |io| io.write("get a\r\n") && io.gets }
        in_flight = Lab::Tapping::InFlight.new(writer, proxies)
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
