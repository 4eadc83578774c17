# frozen_string_literal: true

module Cachemark
  module Lab
    class Liar
      # Finds the values in what a memcached sends, in pieces of any size, in the text, meta or
      # binary protocol, and hands each to a block that answers as many bytes.
      class Falsifier
        HEADER = 24
        BINARY = 0x81
        # get, getq, getk, getkq, gat, gatq
        GETS = [0x00, 0x09, 0x0c, 0x0d, 0x1d, 0x1e].freeze
        VALUE = /\A(?:VALUE \S+ \d+|VA) (\d+)/n
        private_constant :HEADER, :BINARY, :GETS, :VALUE

        #: () { (String) -> String } -> void
        def initialize(&lie)
          @lie = lie
          @held = +"".b
        end

        # What goes on to the client; the begun reply that is not whole yet is held back.
        #
        #: (String) -> String
        def pass(bytes)
          @held << bytes
          passed = +"".b
          while (reply = @held.empty? ? nil : reply())
            passed << reply
          end
          passed
        end

        private

        def reply = @held.getbyte(0) == BINARY ? packet : line

        def packet
          return if @held.bytesize < HEADER

          _, opcode, key, extras, _, status, body = @held.unpack("CCnCCnN")
          whole = taken(HEADER + body) or return
          GETS.include?(opcode) && status.zero? ? falsified(whole, HEADER + extras + key, 0) : whole
        end

        def line
          size = @held.index("\r\n")&.+(2) or return
          value = @held[0, size][VALUE, 1] or return taken(size)
          whole = taken(size + value.to_i + 2) and falsified(whole, size, 2)
        end

        def taken(size) = @held.bytesize < size ? nil : @held.slice!(0, size)

        # The value stands between its head and its tail; an empty one cannot be another.
        def falsified(whole, head, tail)
          size = whole.bytesize - head - tail
          whole[head, size] = @lie.call(whole[head, size]) if size.positive?
          whole
        end
      end
    end
  end
end
