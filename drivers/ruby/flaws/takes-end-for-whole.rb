# encoding: utf-8
# Takes the end of a connection for the end of the value.
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
  end
end
