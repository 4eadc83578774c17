# frozen_string_literal: true

module Cachemark
  module Lab
    # Holds the servers' counters against the work that the scenario describes: a
    # client that reads less, more or something else than it should has no speed.
    module Ledger
      # Nil, or why the counters do not fit n timed iterations.
      #
      # counted: [hits, misses] that the servers counted while they ran.
      #: (Bout, Integer, [Integer, Integer]) -> String?
      def self.judge(bout, iterations, counted)
        expected = bout.reads(iterations)
        return nil if bout.cell.contender.client.name == "null" || counted == expected
        return absorbed(bout.reads_seen(iterations), counted) if bout.cell.scenario.wrap == "local_cache"

        format("the server counted %d hits and %d misses in %d iterations; the scenario makes %d and %d",
               *counted, iterations, *expected)
      end

      # A local cache may answer reads itself; it may not ask for more. Counters that
      # fall are those of a server that was started again.
      def self.absorbed(most, counted)
        return "the server's counters fell by #{-counted.min}: it was started again" if counted.min.negative?

        "the server counted #{counted.sum} reads, more than the #{most} of the scenario" if counted.sum > most
      end
      private_class_method :absorbed
    end
  end
end
