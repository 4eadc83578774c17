# encoding: utf-8
# Puts a connection back when a reply stops in its middle for longer than its own timeout, as often as necessary. Takes anything
# that does not begin a reply for a miss.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) error.is_a?(Timeout) && line.waiting? && (line.begun? || line.owing) end
    end
  end
end
