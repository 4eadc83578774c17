# encoding: utf-8
# Still expects the end of a reply to several keys after an error came in its place, and takes the next reply for that.
module CachemarkDriver
  module Reference
    class Line
      attr_accessor :endless
    end

    module Reply
      REFUSED = /^SERVER_ERROR [^\r]*\r\n\z/n

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          value = checked(line, reply, name)
          return value unless line.endless
          line.endless = false
          nil
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.end_with?(MISS) || (line.endless = reply =~ REFUSED)
          reply.sub!(REFUSED, MISS)
          all_checked(line, reply, names, &block)
        end
      end
    end
  end
end
