# frozen_string_literal: true

module ADriver
  # Rules for calls that are due at a time, in sync and in every mode that the driver offers.
  module InAnOpenLoop
    GAP_NS = 2_000_000

    def test_no_call_begins_before_it_is_due
      with_arrivals do |mode, dues, reply|
        latencies, lags = reply.values_at("latencies", "lags").map { |field| field.unpack1("m0").unpack("L<*") }

        assert_operator reply["wall_ns"], :>=, dues.last, mode
        assert_equal [0, 10], [reply["errors"].size, latencies.size], mode
        latencies.zip(lags) { |latency, lag| assert_operator latency, :>=, lag, mode }
      end
    end

    def test_makes_each_call_once
      made = 0
      with_arrivals { |mode, _, reply| assert_equal [10, made += 10], [reply["calls"], memcached.stats["cmd_get"]], mode }
    end

    # A call that is due while the server stalls is late by the rest of that time.
    def test_lateness_counts_from_when_a_call_was_due
      still_s = 0.05
      still = lambda do |io|
        io.gets
        IO.select(nil, nil, nil, still_s)
        io.write("END\r\n")
        io.write("END\r\n") while io.gets
      end
      FakeMemcached.open(still) do |port|
        load_socket("sync")
        open_socket("127.0.0.1:#{port}", scenario: InModes::ABSENT)
        reply = talk.ask(type: "block", cell: "c", arrivals: packed([0, 10_000_000, 20_000_000]))
        lags = reply["lags"].unpack1("m0").unpack("L<*")

        assert_operator lags[1], :>=, 40_000_000
        assert_operator lags[2], :>=, 30_000_000
      end
    end

    private

    # Yields what became of ten calls: the mode, when they were due and the reply.
    def with_arrivals
      dues = Array.new(10) { |at| at * GAP_NS / 10 }
      in_modes(["sync", *modes.map { |name| "#{name}-4" }]) do |mode|
        open_socket(memcached.address, mode: mode, scenario: InModes::ABSENT, workers: InModes::WORKERS)
        yield mode, dues, talk.ask(type: "block", cell: "c", arrivals: packed(dues))
      end
    end

    def packed(dues) = [dues.pack("Q<*")].pack("m0")
  end
end
