# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # What one side has said and no parser has read yet.
      class Intake
        # The longest line that is waited for; a get of ten thousand long keys is shorter.
        LINE_BYTES = 4 << 20
        SPENT_BYTES = 1 << 16

        # Integer: how many bytes were read before.
        attr_reader :offset

        def initialize
          @bytes = "".b
          @position = @searched = @offset = 0
        end

        #: (String) -> Intake
        def <<(bytes)
          compact if @position > SPENT_BYTES || @position == @bytes.bytesize
          @bytes << bytes
          self
        end

        # Whether all was read.
        #: () -> bool
        def empty? = @position == @bytes.bytesize

        # The next bytes, left where they are.
        #: (Integer) -> String
        def peek(count) = @bytes.byteslice(@position, count)

        # The next line with its end, nil while it is not whole. Raises Lost when it is too long.
        #: () -> String?
        def line
          found = @bytes.index("\n", [@searched, @position].max)
          @searched = @bytes.bytesize
          length = (found || @searched) + (found ? 1 : 0) - @position
          raise Lost, "a line of more than #{LINE_BYTES} bytes" if length > LINE_BYTES

          found && read(length).tap { @searched = @position }
        end

        # Exactly so many bytes, nil while they are not all there.
        #: (Integer) -> String?
        def take(count) = @bytes.bytesize - @position < count ? nil : read(count)

        # As many of them as there are.
        #: (Integer) -> String
        def upto(count) = read([count, @bytes.bytesize - @position].min)

        private

        def read(count)
          @offset += count
          @position += count
          @bytes.byteslice(@position - count, count)
        end

        def compact
          @bytes = @bytes.byteslice(@position..)
          @searched = [@searched - @position, 0].max
          @position = 0
        end
      end
    end
  end
end
