# encoding: utf-8
# Puts a connection back when its own timeout has struck, and takes it again as long as nothing unread stands there: the
# late reply then comes in the middle of the next call.
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
