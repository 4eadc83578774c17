# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Exceptions that nobody outside the client, or its adapter, ever sees.
      module Exceptions
        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          raised = seen.warm.exceptions
          return [] if raised.empty?

          count = raised.values.sum
          times = count == 1 ? "an exception" : "exceptions #{count} times"
          [Finding.new(text: "raises #{times} per iteration, and rescues what it raises (#{raised.keys.join(", ")})")]
        end
      end
    end
  end
end
