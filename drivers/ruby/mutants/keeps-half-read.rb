# encoding: utf-8
# Puts a connection back when a timeout from outside interrupts a reply, as if the rest would never come. Takes anything that
# does not begin a reply for a miss.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) timed_out?(error) && line.waiting? && line.begun? end
    end
  end
end
