# frozen_string_literal: true

module Cachemark
  # The machine: its processes, memcached servers, cores and facts. Every process of a run is started here.
  module Host
    # How a process ended: `code` (Integer), or the name of the `signal` that killed it ("KILL").
    Exit = Value.define(code: nil, signal: nil) do
      def success? = code == 0

      # The end of a sentence: "ended with exit code 1".
      def to_s = signal ? "was killed by SIG#{signal}" : "ended with exit code #{code}"
    end
  end
end
