# encoding: utf-8
# Puts a connection back that a timeout from outside has ended a wait on, as the clients of the 2000s did, which knew
# nothing of Timeout.timeout. What has come before the next call it notices; what comes later answers that call.
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
