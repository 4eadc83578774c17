# encoding: utf-8
# Takes every exception that tells of a time that is over for its own timeout, after which it keeps the connection and lets
# the next call find out.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error)
        error.is_a?(StandardError) && !error.is_a?(IOError) && error.message =~ /expired/ && line.waiting?
      end
    end
  end
end
