# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # A value that is read is the newest that was written, or none: a miss is allowed where servers come and go.
      module Fresh
        #: (Trial) -> [String, String]?
        def self.call(trial)
          found = Register.readings(trial) { |*reading| RoundTrip.said(*reading) unless reading[3] == :missed }
          found.max_by { |outcome, _| OUTCOMES.index(outcome) }
        end
      end
    end
  end
end
