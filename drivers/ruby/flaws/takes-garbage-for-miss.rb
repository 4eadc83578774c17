# encoding: utf-8
# Takes for a miss what is no word of the protocol.
module CachemarkDriver
  module Reference
    module Reply
      KNOWN = /\A(?:VALUE |END\r|ERROR|SERVER_ERROR|CLIENT_ERROR)/

      class << self
        alias_method :checked, :one

        def one(line, reply, name)
          reply = line.more until reply.index(LINE_END)
          reply =~ KNOWN ? checked(line, reply, name) : nil
        end
      end
    end
  end
end
