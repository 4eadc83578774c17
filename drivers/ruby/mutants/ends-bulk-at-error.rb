# encoding: utf-8
# Takes an error among the values of several keys for their end. The next call reads the rest, whichever key that names.
module CachemarkDriver
  module Reference
    class Line
      attr_accessor :unread
    end

    module Reply
      REFUSED = /^SERVER_ERROR [^\r]*\r\n/n

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          return checked(line, reply, name) unless line.unread
          reply = line.more until (stop = reply.index(MISS))
          reply.replace(reply.byteslice(0, stop + MISS.bytesize))
          checked(line, reply, reply[/\AVALUE (\S+) /n, 1].to_s)
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.end_with?(MISS) || (stop = line.unread = reply.index(REFUSED))
          reply.replace(reply.byteslice(0, stop) + MISS) if stop
          all_checked(line, reply, names, &block)
        end
      end
    end
  end
end
