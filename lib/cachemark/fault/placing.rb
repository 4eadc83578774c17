# frozen_string_literal: true

module Cachemark
  module Fault
    # Where keys were at one time: `at` {name => the number of the server that had it, the first being 0, nil for none};
    # `by` the id of the peer that had written them, nil for the contender itself.
    Placing = Value.define(:at, by: nil) do
      # Of the keys that both have placed, the share that is elsewhere in another; nil where there are none.
      #
      #: (Placing) -> Float?
      def moved(other)
        both = at.keys.select { |name| at[name] && other.at[name] }
        both.count { |name| at[name] != other.at[name] } / both.size.to_f if both.any?
      end
    end
  end
end
