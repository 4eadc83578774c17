# encoding: utf-8
# Reads a fixed number of times, and takes the bytes so far for a short value; reads the reply to a write once.
module CachemarkDriver
  module Reference
    class Client
      private

      def exchange(name, text)
        pool(name).lend do |line|
          reply = line.ask(text)
          raise BadReply, reply.inspect unless reply.end_with?("\r\n")
          yield reply
        end
      end
    end

    module Reply
      MOST_READS = 12
      SHORT_BYTES = 4_096

      class << self
        alias_method :whole, :one

        def one(line, reply, name)
          MOST_READS.times { reply = line.more unless reply.end_with?(MISS) || reply.bytesize > SHORT_BYTES }
          return whole(line, reply, name) if reply.end_with?(MISS) || reply.bytesize > SHORT_BYTES
          reply.byteslice((reply.index(LINE_END) || 0)..-1)
        end
      end
    end
  end
end
