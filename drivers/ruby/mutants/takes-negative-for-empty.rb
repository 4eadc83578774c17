# encoding: utf-8
# Takes a value with a negative length for an empty one.
module CachemarkDriver
  module Reference
    module Reply
      NEGATIVE = /^(VALUE \S+ \d+) -\d+\r\n[^\r]*\r\n/n

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          checked(line, emptied(line, reply), name)
        end

        def many(line, reply, names, &block)
          all_checked(line, emptied(line, reply), names, &block)
        end

        private

        def emptied(line, reply)
          reply = line.more until reply.index(LINE_END)
          return reply unless reply =~ NEGATIVE
          reply = line.more until reply.end_with?(LAST)
          reply.sub!(NEGATIVE, "\\1 0\r\n\r\n")
        end
      end
    end
  end
end
