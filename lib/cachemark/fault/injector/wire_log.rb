# frozen_string_literal: true

module Cachemark
  module Fault
    class Injector
      # A bounded log of a trial, which may have a thousand calls. It keeps the first pieces, the last ones, and those around
      # the injected fault, and of each piece a limited number of bytes. A gap says how much is omitted.
      class WireLog
        FIRST = 100
        # Together with the first pieces, this covers a trial of two hundred calls, the usual size of trials that share a
        # client.
        LAST = 400
        BEFORE = 20
        AFTER = 40
        BYTES = 2_000
        GAP = Vocabulary::Octets::GAP
        private_constant :FIRST, :LAST, :BEFORE, :AFTER, :BYTES, :GAP

        # The pieces of a log with stars in the place of a secret, even if that is split over several pieces.
        #: (Array, String) -> Array
        def self.without(pieces, secret)
          pieces = pieces.map(&:dup)
          pieces.group_by { |_ns, connection, from| [connection, from] }.each_value do |stream|
            rest = stream.map { |piece| piece[3].b }.join.gsub(secret.b, "*" * secret.bytesize)
            stream.each { |piece| piece[3] = rest.slice!(0, piece[3].bytesize) }
          end
          pieces
        end

        def initialize
          @kept = []
          @last = []
          @size = 0
        end

        # Adds a piece; `from` as in Injector#octets.
        #: (Integer, Integer, String, String) -> void
        def add(nanoseconds, connection, from, bytes)
          # A copy: a slice would keep the whole buffer that it was read into.
          piece = [nanoseconds, connection, from, "".b << bytes.byteslice(0, BYTES)]
          piece << { "bytes" => bytes.bytesize - BYTES } if bytes.bytesize > BYTES
          @last << piece
          @size += 1
          keep_or_omit(@size - @last.size, @last.shift) if @last.size > LAST
        end

        # The fault is injected at the piece that was added last.
        def fault_injected = @injected_at ||= @size - 1

        # `[[ns, connection, from, bytes], ...]`, in order. A truncated piece ends with `{"bytes" => number omitted}`. A gap
        # is `[ns, nil, "left out", "", {"pieces" => number, "bytes" => number}]`.
        #: () -> Array
        def to_a = [*@kept, *@last].map(&:dup)

        private

        # Called when a piece leaves the window of the last pieces.
        def keep_or_omit(number, piece)
          return @kept << piece if number < FIRST || around_fault?(number)

          @kept << [0, nil, GAP, "", { "pieces" => 0, "bytes" => 0 }] unless @kept.last[2] == GAP
          nanoseconds, _, _, bytes, omitted = piece
          gap = @kept.last.last
          @kept[-1] = [nanoseconds, nil, GAP, "",
                       { "pieces" => gap["pieces"] + 1,
                         "bytes" => gap["bytes"] + bytes.bytesize + omitted.to_h.fetch("bytes", 0) }]
        end

        def around_fault?(number)
          @injected_at && number.between?(@injected_at - BEFORE, @injected_at + AFTER)
        end
      end
    end
  end
end
