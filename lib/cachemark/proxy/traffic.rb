# frozen_string_literal: true

module Cachemark
  module Proxy
    # What was said through a proxy between two looks at it. A round trip is counted when the
    # first byte of its reply comes.
    class Traffic < Value.define(exchanges: [].freeze, round_trips: 0, bytes_out: 0, bytes_in: 0, connections: 0, unanswered: 0,
                                 garbled: [].freeze)
      # Nothing said.
      #: () -> Traffic
      def self.none = new

      # Both, as that of a ring is all its servers'.
      #: (Traffic) -> Traffic
      def +(other)
        Traffic.new(**members.to_h { |name| [name, (self[name] + other[name]).freeze] })
      end
    end
  end
end
