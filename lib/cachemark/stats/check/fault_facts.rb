# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # What a report tells of a fault: what happens in production, what must hold, and who saw it.
      FaultFacts = Value.define(:id, title: nil, happens: nil, invariant: nil, source: nil) do
        # Of a record's line.
        #
        #: (Hash) -> FaultFacts
        def self.of(line)
          new(id: line["fault"], title: line["title"], happens: line["happens"], invariant: line["invariant"],
              source: line["source"])
        end
      end
    end
  end
end
