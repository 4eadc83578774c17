# encoding: utf-8
# Closes a connection only for exceptions that were raised at its own lines, and so not for one of a signal handler.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      FOLDERS = [File.expand_path("../../lib/reference", __FILE__), File.expand_path("..", __FILE__)]

      private

      def keep?(line, error)
        error.is_a?(StandardError) && line.waiting? && !error.backtrace.first.start_with?(*FOLDERS) && !scheduled?
      end

      def scheduled?
        Fiber.respond_to?(:current_scheduler) && !Fiber.current_scheduler.nil?
      end
    end
  end
end
