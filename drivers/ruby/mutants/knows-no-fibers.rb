# encoding: utf-8
# Closes a connection when its thread meets an error, but not when a fiber of a living thread ends.
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
