# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # Reads the packets of one side: header, then extras and key, then the value.
      class Packets
        #: (String) -> void
        def initialize(side)
          @side = side
        end

        # One step onward: :names once extras and key are there, :whole once the value is, nil when
        # more bytes are needed first. Yields the header, extras and key at :names, and takes the
        # payload to be filled, if it differs from a fresh one.
        #: (Conversation::Intake) -> Symbol?
        def step(intake, &block)
          return header(intake) unless @header
          return value(intake) if @payload

          names(intake, &block)
        end

        private

        def header(intake)
          bytes = intake.peek(HEADER_BYTES)
          return if bytes.bytesize < HEADER_BYTES

          @header = Header.new(bytes, @side)
          intake.take(HEADER_BYTES)
          :header
        end

        def names(intake)
          bytes = intake.take(@header.extras_bytes + @header.key_bytes) or return

          extras = bytes.byteslice(0, @header.extras_bytes)
          @payload = yield(@header, extras, bytes.byteslice(@header.extras_bytes..)) || Conversation::Payload.new(@header.value_bytes)
          :names
        end

        def value(intake)
          return unless @payload.fill(intake)

          @header = @payload = nil
          :whole
        end
      end
    end
  end
end
