# encoding: utf-8
# Drops a connection for the errors that it knows sockets to raise. Whatever else is raised where it waits, it keeps it.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      FOLDERS = [File.expand_path("../../lib/reference", __FILE__), File.expand_path("..", __FILE__)]

      private

      def keep?(line, error)
        error.is_a?(StandardError) && !error.is_a?(IOError) && !error.is_a?(SystemCallError) && line.waiting? && own?(error)
      end

      def own?(error) error.backtrace.first.start_with?(*FOLDERS) end
    end
  end
end
