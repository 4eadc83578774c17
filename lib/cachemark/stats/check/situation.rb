# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # What a report tells of a situation: what happens in production, what must hold, and who saw it.
      Situation = Value.define(:id, title: nil, happens: nil, invariant: nil, source: nil) do
        # Of a record's line.
        #
        #: (Hash) -> Situation
        def self.of(line)
          new(id: line["situation"], title: line["title"], happens: line["happens"], invariant: line["invariant"],
              source: line["source"])
        end
      end
    end
  end
end
