# frozen_string_literal: true

module Cachemark
  module Fault
    # The places in the bytes of a reply at which a fault strikes in one trial after the other. A client reads the bytes inside a
    # value as one block. There, one byte is as good as the next, and only some of them have a trial.
    module Places
      # At both ends of a value, each of this many bytes has a trial, and one of every STEP bytes between them.
      EDGE = 3
      STEP = 8
      private_constant :EDGE, :STEP

      # The numbers of trials from 0. The trial with number n strikes after n + 1 bytes, and never after the last byte.
      #: (String, Array[String]) -> Array[Integer]
      def self.of(bytes, values)
        inner = values.flat_map { |value| inside(bytes.b, value.b) }
        [*0...(bytes.bytesize - 1)] - inner
      end

      # The numbers that the value omits wherever it occurs.
      def self.inside(bytes, value)
        found = []
        from = 0
        while (from = bytes.index(value, from))
          found.concat([*(from + EDGE)...(from + value.bytesize - EDGE)].reject { |at| ((at - from) % STEP).zero? })
          from += value.bytesize
        end
        found
      end
      private_class_method :inside
    end
  end
end
