# encoding: utf-8
# Puts a connection back after its own timeout, and uses it again while no unread bytes are there. The late reply then
# arrives during the next call.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error) error.is_a?(Timeout) && line.unanswered? end

      def take?(line) !line.unread? end
    end
  end
end
