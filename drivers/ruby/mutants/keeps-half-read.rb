# encoding: utf-8
# Puts a connection back when a timeout from outside strikes in the middle of a reply, as if the rest would never come, and
# takes for a miss what is no beginning of one.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) timed_out?(error) && line.waiting? && line.begun? end
    end
  end
end
