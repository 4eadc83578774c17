# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # Values that describe themselves: KEY|VERSION|TAIL. Traffic and Stampede include it for its constants.
      module Described
        # The outcomes of calls with such values, as bytes of an answer. A call was never begun, or it was done: a value of this
        # key, or stored. It was a miss, or not stored. The client raised, or the reply was something else. The reply to a write
        # may not say.
        UNSENT, DONE, ABSENT, RAISED, WRONG, UNSAID = *0..5
        # The mismatches of an answer.
        MOST = 5
        NUMBER = /\A\d+\z/
        private_constant :NUMBER

        #: (String, Integer, String) -> String
        def self.value(key, version, tail) = [key, version, tail].join("|")

        # The version of a value of this key; nil for anything else.
        #: (Object, String, String) -> Integer?
        def self.version(actual, key, tail)
          return unless actual.is_a?(String)

          name, version, rest = actual.b.split("|", 3)
          version.to_i if name == key.b && version.to_s.match?(NUMBER) && rest == tail.b
        end
      end
    end
  end
end
