# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # One packet of a server.
      class Reply
        attr_reader :header, :extras, :key, :payload

        #: (Header, String, String) -> void
        def initialize(header, extras, key)
          @header = header
          @extras = extras
          @key = key
          @payload = Conversation::Payload.new(header.value_bytes)
        end

        def bytes = HEADER_BYTES + header.body_bytes

        # What the server says of a command that it refuses, else nil.
        #: () -> String?
        def error
          return if [0, CONTINUE].include?(header.status) || (REFUSAL.key?(header.status) && Binary.keyed?(header.base))

          payload.data.empty? ? ERRORS.fetch(header.status) { format("status 0x%02x", header.status) } : payload.data.dup.freeze
        end

        # It says which command it is for.
        def positional? = false

        # For people.
        def told = "#{header.name} with status #{header.status}"
      end
    end
  end
end
