# encoding: utf-8
# Takes words that are not in the protocol for a miss.
require File.expand_path("../parts/misses.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Reply
      KNOWN = /\A(?:VALUE |END\r|ERROR|SERVER_ERROR|CLIENT_ERROR)/

      def self.miss?(reply) reply !~ KNOWN end
    end
  end
end
