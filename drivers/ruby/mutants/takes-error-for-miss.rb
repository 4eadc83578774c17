# encoding: utf-8
# Takes an error of the server for a miss.
module CachemarkDriver
  module Reference
    module Reply
      ERROR = /\A(?:ERROR[\r ]|(?:SERVER|CLIENT)_ERROR )/

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          reply = line.more until reply.index(LINE_END)
          reply =~ ERROR ? nil : checked(line, reply, name)
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.index(LINE_END)
          all_checked(line, reply, names, &block) unless reply =~ ERROR
        end
      end
    end

    class Client
      private

      alias_method :exchanged, :exchange

      def exchange(name, text)
        exchanged(name, text) do |reply|
          yield reply =~ Reply::ERROR && text =~ /\A(?:incr|decr|delete) / ? "NOT_FOUND\r\n".dup : reply
        end
      end
    end
  end
end
