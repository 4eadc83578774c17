# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::CheckedClientTest < Minitest::Test
    include ALab

    SCENARIO = { "keys" => { "k" => "key" }, "values" => { "v" => { "kind" => "string", "text" => "x" } } }.freeze
    SET = { "op" => "set", "key" => "k", "value" => "v", "raw" => true, "ttl" => 0 }.freeze

    def test_calls_are_made_in_an_actor
      client = client("socket")
      client.enter([memcached.address], SCENARIO, [SET])
      calls, ending = client.act([SET])

      assert_equal ["done", true, "x"], [ending, calls.first.value, Fault::Trial::Call.bytes(calls.first.wrote)]
      client.enter([memcached.address], SCENARIO, [])
      client.leave
      client.leave
    end

    def test_unsupported_steps_are_reported_on_enter
      magic = SET.merge("interrupt" => { "by" => "magic", "after_ms" => 5 })
      error = assert_raises(Lab::Check::CheckedClient::Unsupported) do
        client("socket").enter([memcached.address], SCENARIO, [magic])
      end

      assert_equal "not offered by this driver: an interrupt by magic", error.message
    end

    def test_a_failure_of_the_driver_says_nothing_about_the_client
      client = client("socket")
      client.enter([memcached.address], SCENARIO, [])
      error = assert_raises(Lab::Check::CheckedClient::Unsupported) { client.act([SET, { "wait_ms" => -1 }]) }

      assert_match(/\Aits driver failed: ArgumentError: /, error.message)
    end

    def test_a_failed_preparation_raises
      client = client("socket")
      memcached.stop
      client.enter([memcached.address], SCENARIO, [])

      assert_match(/could not write before the fault: Errno::ECONNREFUSED/,
                   assert_raises(Lab::Check::CheckedClient::Unprepared) { client.prepare([SET]) }.message)
    end

    def test_a_driver_that_dies_while_it_loads_raises
      assert_raises(Driver::Crash) { client("null", made: { load: "exit" }) }
    end

    def teardown = @workplace&.stop

    # Its process answers at once, and keeps what it was asked.
    class Asked
      attr_reader :act

      def mode = "sync"

      def request(type, fields, **)
        @act = fields if type == "act"
        type == "act" ? { "events" => [], "end" => "done" } : { "type" => "entered" }
      end
    end

    def test_a_client_with_a_long_timeout_gets_more_time
      silences = [{}, { "timeout" => "2" }, { "timeout" => "5" }, { "timeout" => false }, { "timeout" => "600" }].map do |options|
        silence_ms(options)
      end

      assert_equal [4_000, 4_000, 6_000, 4_000, 12_000], silences
    end

    def test_and_so_does_one_that_may_fill_a_limited_memory
      assert_equal [4_000, 24_000], [nil, 32].map { |limit| silence_ms({}, memory_mb: limit) }
    end

    private

    # How long a client may be silent.
    def silence_ms(options, **limit)
      contender = MadeCells.contender("dalli").with(facts: { "version" => "4.3.10" }, options: options)
      client = Lab::Check::CheckedClient.new(asked = Asked.new, contender, actor: "subject")
      client.enter(["a:1"], SCENARIO, [], **limit)
      client.act([])
      asked.act[:silence_ms]
    end

    def client(name, made: nil)
      contender = MadeCells.contender(name)
      engine = engine([contender], made: made ? { name => made } : {})
      (@workplace = Lab::Check::Workplace.new(engine)).client(contender, mode: "sync", actor: "subject")
    end
  end
end
