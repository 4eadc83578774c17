# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::Tapping::PassTest < Minitest::Test
    include ALab

    # A client that does not wait: what it leaves under way when its reply comes is counted all the same.
    def test_what_comes_late_belongs_to_the_pass
      line = pass { |io| io.write("set Short 0 0 1 noreply\r\nx\r\n" * 500) }

      assert_equal [500, nil], [line["commands"].sum { |command| command["count"] }, line["reason"]]
    end

    def test_what_went_through_before_does_not
      line = pass(before: ->(io) { io.write("get Short\r\n") && io.gets }) { |io| io.write("get Short\r\n") && io.gets }

      assert_equal [1, 1, nil], line.values_at("misses", "round_trips", "reason")
    end

    def test_what_happened_inside_the_client_stands_with_it
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
      Lab::Tapping::Proxies.open([memcached]) do |proxies|
        TCPSocket.open(*proxies.addresses.first.split(":")) do |io|
          before&.call(io)
          one = Lab::Tapping::Pass.new(rig: rig, writer: writer, proxies: proxies, watch: Lab::Work::WATCH)
          one.call(cell, Lab::Tapping::Tally.new(MadeCells.scenario("client/get")), { pass: 1 }) do |fields|
            asked&.call(fields)
            yield io
            reply
          end
        end
      end
      writer.record.works.last
    end
  end
end
