# encoding: utf-8
# Puts a connection back after a timeout from outside has ended a wait, and uses it again when bytes have arrived, as the
# reply to its next request.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) timed_out?(error) && line.unanswered? end

      def take?(line) line.unread? end
    end
  end
end
