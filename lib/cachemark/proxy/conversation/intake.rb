# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # The bytes of one side that no parser has read yet.
      class Intake
        # Raised when the parser can no longer find where a command begins.
        class Lost < StandardError; end

        # The longest line that a parser waits for; a get of ten thousand long keys is shorter.
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

        # Whether everything was read.
        #: () -> bool
        def empty? = @position == @bytes.bytesize

        # The next bytes, which stay unread.
        #: (Integer) -> String
        def peek(count) = @bytes.byteslice(@position, count)

        # The next line with its end, nil while it is incomplete. Raises Lost when it is too long.
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

      # A value that is arriving. Memory grows with the bytes that came, not with the declared length: otherwise a peer could
      # make us allocate 2 GB by declaring them.
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

        # Reads on; true once the value is whole.
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
