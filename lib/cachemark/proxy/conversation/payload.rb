# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # A value on its way. What is kept grows with what has come and not with the length that
      # was declared, so that nobody makes us hold 2 GB by saying so.
      class Payload
        # As much as memcached stores in one item by default.
        KEPT_BYTES = 1 << 20

        # Integer, as declared; String, what was kept.
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
