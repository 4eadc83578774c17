# frozen_string_literal: true

module Cachemark
  module Fault
    # What went over the wire in a trial, within bounds, as a trial may be a thousand calls: the first pieces, the last ones, and
    # those around the first strike, each up to so many bytes. What is left out is told where it was.
    class Octets
      FIRST = 100
      # With the first ones all of a trial of two hundred calls, as those that share a client make.
      LAST = 400
      BEFORE = 20
      AFTER = 40
      BYTES = 2_000
      # What stands in the place of the side in a piece that is none.
      GAP = "left out"
      private_constant :FIRST, :LAST, :BEFORE, :AFTER, :BYTES, :GAP

      def initialize
        @kept = []
        @last = []
        @size = 0
      end

      # One more piece; `from` as in `to_a`.
      #: (Integer, Integer, String, String) -> void
      def add(nanoseconds, connection, from, bytes)
        # A copy: a part would keep the whole buffer that it was read into.
        piece = [nanoseconds, connection, from, "".b << bytes.byteslice(0, BYTES)]
        piece << { "bytes" => bytes.bytesize - BYTES } if bytes.bytesize > BYTES
        @last << piece
        @size += 1
        pass(@size - @last.size, @last.shift) if @last.size > LAST
      end

      # The fault strikes with the piece that was added last.
      def strike = @struck ||= @size - 1

      # [[ns, connection, from, bytes], ...], in order; of a piece that is cut with what is left out of it, {"bytes" => number}.
      # In the place of pieces that are left out stands [ns, nil, "left out", "", {"pieces" => number, "bytes" => number}].
      #: () -> Array
      def to_a = [*@kept, *@last].map(&:dup)

      private

      # The oldest of the last ones is one of them no more.
      def pass(number, piece)
        return @kept << piece if number < FIRST || (@struck && number.between?(@struck - BEFORE, @struck + AFTER))

        @kept << [0, nil, GAP, "", { "pieces" => 0, "bytes" => 0 }] unless @kept.last[2] == GAP
        nanoseconds, _, _, bytes, left = piece
        more = @kept.last.last
        @kept[-1] = [nanoseconds, nil, GAP, "", { "pieces" => more["pieces"] + 1,
                                                  "bytes" => more["bytes"] + bytes.bytesize + left.to_h.fetch("bytes", 0) }]
      end
    end
  end
end
