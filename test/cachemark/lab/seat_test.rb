# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::SeatTest < Minitest::Test
    include ALab

    SCENARIO = { "keys" => { "k" => "key" }, "values" => { "v" => { "kind" => "string", "text" => "x" } } }.freeze
    SET = { "op" => "set", "key" => "k", "value" => "v", "raw" => true, "ttl" => 0 }.freeze

    def test_calls_are_made_in_a_process_of_its_own
      seat = seat("socket")
      seat.enter([memcached.address], SCENARIO, [SET])
      calls, ending = seat.act([SET])

      assert_equal ["done", true, "x"], [ending, calls.first.value, Fault::Trial::Call.bytes(calls.first.wrote)]
      seat.enter([memcached.address], SCENARIO, [])
      seat.leave
      seat.leave
    end

    def test_what_a_client_lacks_is_told_when_it_enters
      magic = SET.merge("interrupt" => { "by" => "magic", "after_ms" => 5 })
      error = assert_raises(Lab::Seat::Unsupported) { seat("socket").enter([memcached.address], SCENARIO, [magic]) }

      assert_equal "not offered by this driver: an interrupt by magic", error.message
    end

    def test_what_cannot_be_written_before_anything_goes_wrong_proves_nothing
      seat = seat("socket")
      memcached.stop
      seat.enter([memcached.address], SCENARIO, [])

      assert_match(/could not write before anything went wrong: Errno::ECONNREFUSED/,
                   assert_raises(Lab::Seat::Unprepared) { seat.prepare([SET]) }.message)
    end

    def test_a_driver_that_dies_when_it_loads_is_no_seat
      assert_raises(Driver::Crash) { seat("null", made: { load: "exit" }) }
    end

    def teardown = @seats&.each(&:stop)

    private

    def seat(name, made: nil)
      contender = MadeCells.contender(name)
      Lab::Seat.new(engine([contender], made: made ? { name => made } : {}), contender).tap { |one| (@seats ||= []) << one }
    end
  end
end
