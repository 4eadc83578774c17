# encoding: utf-8
# Drops a connection when a wait on it ends badly, and not for what is raised between two lines of its own.
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
