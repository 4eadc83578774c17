# encoding: utf-8
# Drops a connection where its thread meets an error, and not where a fiber of a thread that goes on is ended.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, error)
        scheduled = Fiber.respond_to?(:current_scheduler) && Fiber.current_scheduler
        scheduled && !error.is_a?(IOError) && !error.is_a?(SystemCallError) && line.waiting?
      end
    end
  end
end
