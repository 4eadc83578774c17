# encoding: utf-8
# Takes every exception about an expired time for its own timeout, after which it keeps the connection for the next call to
# check.
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
