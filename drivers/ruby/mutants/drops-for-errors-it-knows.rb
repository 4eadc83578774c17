# encoding: utf-8
# Closes a connection only for the errors that sockets raise. After any other exception during a wait it keeps the
# connection.
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
