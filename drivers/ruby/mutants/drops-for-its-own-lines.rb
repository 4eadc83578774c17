# encoding: utf-8
# Drops a connection for what was raised at lines of its own. What a signal's handler raises has nothing to do with it, it
# thinks.
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
