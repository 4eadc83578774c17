# encoding: utf-8
# Takes an error of the server for a miss.
require File.expand_path("../parts/misses.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Reply
      ERROR = /\A(?:ERROR[\r ]|(?:SERVER|CLIENT)_ERROR )/

      def self.miss?(reply) reply =~ ERROR end
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
