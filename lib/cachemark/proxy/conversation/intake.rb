# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # The bytes of one side that have not been parsed yet.
      class Intake
        # Raised if the parser can no longer find the beginning of a command.
        class Lost < StandardError; end

        # The longest line that a parser accepts; a get of ten thousand long keys is shorter.
        LINE_BYTES = 4 << 20
        SPENT_BYTES = 1 << 16

        # Integer: the number of bytes read before.
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

        # Whether everything was read.
        #: () -> bool
        def empty? = @position == @bytes.bytesize

        # The next bytes, which stay unread.
        #: (Integer) -> String
        def peek(count) = @bytes.byteslice(@position, count)

        # The next line with its end, nil while it is incomplete. Raises Lost if it is too long.
        #: () -> String?
        def line
          found = @bytes.index("\n", [@searched, @position].max)
          @searched = @bytes.bytesize
          length = (found || @searched) + (found ? 1 : 0) - @position
          raise Lost, "a line of more than #{LINE_BYTES} bytes" if length > LINE_BYTES

          found && read(length).tap { @searched = @position }
        end

        # Exactly this many bytes, nil while there are fewer.
        #: (Integer) -> String?
        def take(count) = @bytes.bytesize - @position < count ? nil : read(count)

        # At most this many bytes.
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

      # A value that is arriving. Memory grows with the received bytes, not with the declared length, because a peer could
      # otherwise make us allocate 2 GB.
      class Intake::Payload
        # The largest item that memcached stores by default.
        KEPT_BYTES = 1 << 20

        # Integer, as declared; String, the part that was kept.
        attr_reader :bytes, :data

        #: (Integer) -> void
        def initialize(bytes)
          @bytes = @left = bytes
          @data = "".b
        end

        # Reads more bytes; true once the value is complete.
        #: (Intake) -> bool
        def fill(intake)
          piece = intake.upto(@left)
          @left -= piece.bytesize
          @data << piece.byteslice(0, KEPT_BYTES - @data.bytesize)
          @left.zero?
        end
      end
    end
  end
end
