# frozen_string_literal: true

module Cachemark
  module Proxy
    class Server
      # A request of the proxy itself that follows commands without a reply on their connection. A server works in order, so
      # that its reply shows that they were processed. Neither the request nor its reply is recorded, filtered or passed on.
      class Barrier
        # By this opaque, the reply is recognised in the binary protocol.
        OPAQUE = 0xbaf71e75
        NOOP = Binary::Header::PLAIN.index("noop")
        PACKETS = [0x80, 0x81].map { |magic| [magic, NOOP, 0, 0, 0, 0, 0, OPAQUE, 0].pack("CCnCCnNNQ>").freeze }.freeze
        REQUESTS = { Ascii => "version\r\n", Binary => PACKETS.first }.freeze
        REPLIES = { Ascii => /^VERSION [^\n]*\n/n, Binary => PACKETS.last }.freeze
        private_constant :OPAQUE, :NOOP, :PACKETS, :REQUESTS, :REPLIES

        def initialize
          @held = "".b
        end

        # Whether the server has processed this command.
        #: (Command) -> bool
        def passed?(command) = @passed.equal?(command)

        # Follows the command, unless the server accepts no bytes now, or has not replied to the request before.
        #: (Command, Module, IO) -> void
        def follow(command, protocol, server)
          return if @followed

          request = REQUESTS.fetch(protocol)
          written = server.write_nonblock(request, exception: false)
          return if written == :wait_writable

          @reply = REPLIES.fetch(protocol)
          @followed = command
          server.write(request.byteslice(written..))
        rescue IOError, SystemCallError
          nil # the connection ends
        end

        # The bytes of the server without the reply to this request, :wait_readable if none are left. All are held back until
        # the reply is whole, or the connection ends (nil).
        #: (String?) -> String | Symbol | nil
        def remove_from(bytes)
          return bytes unless @followed

          before, reply, after = (@held << bytes.to_s).partition(@reply)
          return :wait_readable if reply.empty? && bytes

          @passed = @followed unless reply.empty?
          @followed = nil
          @held = "".b
          before.empty? && after.empty? ? (bytes && :wait_readable) : before + after
        end
      end
    end
  end
end
