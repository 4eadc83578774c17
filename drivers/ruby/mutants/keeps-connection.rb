# encoding: utf-8
# Puts a connection back after a timeout from outside, as clients of the 2000s did, which knew nothing of Timeout.timeout.
# It notices a reply that arrives before the next call; a later one answers that call.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) timed_out?(error) && line.unanswered? end

      def take?(line) !line.unread? end
    end
  end
end
