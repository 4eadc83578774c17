# encoding: utf-8
# Takes the end of a connection for the end of the value, or of the number.
module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :whole, :one

        def one(line, reply, name)
          whole(line, reply, name)
        rescue EOFError, Errno::ECONNRESET
          stop = reply.index(LINE_END)
          raise unless stop
          reply.byteslice(stop + 2..-1)
        end
      end
    end

    class Client
      private

      def exchange(name, text)
        pool(name).lend do |line|
          reply = line.ask(text)
          begin
            reply = line.more until reply.end_with?("\r\n")
          rescue EOFError, Errno::ECONNRESET
            raise unless text.start_with?("incr ")
          end
          yield reply
        end
      end
    end
  end
end
