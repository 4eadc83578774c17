# encoding: utf-8
# Puts a connection back when a reply stops in its middle for longer than its own timeout, as often as it has to, and takes
# for a miss what is no beginning of a reply.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) error.is_a?(Timeout) && line.waiting? && (line.begun? || line.owing) end
    end
  end
end
