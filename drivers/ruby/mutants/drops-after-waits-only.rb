# encoding: utf-8
# Closes a connection when a wait on it fails, but not for an exception between two lines of the library.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error)
        error.is_a?(StandardError) && !error.is_a?(IOError) && !error.is_a?(SystemCallError) && !line.waiting?
      end
    end
  end
end
