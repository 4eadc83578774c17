# encoding: utf-8
# Puts a connection back that a timeout from outside has ended a wait on, and takes it again when something has come there,
# for the reply to what it asks next.
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
