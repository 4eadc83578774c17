# encoding: utf-8
# Takes words that are not in the protocol for a miss.
module CachemarkDriver
  module Reference
    module Reply
      KNOWN = /\A(?:VALUE |END\r|ERROR|SERVER_ERROR|CLIENT_ERROR)/

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          reply = line.more until reply.index(LINE_END)
          reply =~ KNOWN ? checked(line, reply, name) : nil
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.index(LINE_END)
          all_checked(line, reply, names, &block) if reply =~ KNOWN
        end
      end
    end
  end
end
