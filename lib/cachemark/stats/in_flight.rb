# frozen_string_literal: true

module Cachemark
  module Stats
    # How many calls of a concurrent cell waited for their replies at the same time, as the proxy saw it.
    module InFlight
      class << self
        # {seen:, of:}; nil where nobody could look.
        #: (Hash, Evidence) -> Hash[Symbol, Integer]?
        def of(cell, evidence)
          line = evidence.in_flight(cell)
          { seen: line["seen"], of: line["of"] }.freeze if line && line["seen"]
        end

        # "in flight: 1 of 8 (its sockets are not cooperative)"; nil of a cell in which nothing is concurrent.
        #: (Hash, Evidence) -> String?
        def sentence(cell, evidence)
          line = evidence.in_flight(cell) or return
          return "in flight: not known (#{line["reason"]})" unless line["seen"]

          why = " (#{cell["mode_note"]})" if cell["mode_note"] && line["seen"] < line["of"]
          "in flight: #{line["seen"]} of #{line["of"]}#{why}"
        end
      end
    end
  end
end
