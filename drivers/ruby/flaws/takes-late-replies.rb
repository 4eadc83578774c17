# encoding: utf-8
# Puts a connection back when its own timeout has struck, and takes it again as soon as something has come: the late reply,
# which it takes for that to its next call.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      alias_method :taken, :take

      def take
        line = taken
        return line if !line.owing || line.unread?
        line.close
        take
      end

      def keep?(line, error) error.is_a?(Timeout) && line.waiting? && !line.begun? end
    end
  end
end
