# encoding: utf-8
# Puts a connection back after its own timeout, and uses it again as soon as bytes arrive. That is the late reply, which it
# takes for the reply to its next call.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Reply
      class << self
        alias_method :owed, :one

        def one(line, reply, name)
          raise BadReply, reply.inspect if line.owing && reply.start_with?("STORED")
          owed(line, reply, name)
        end
      end
    end

    class Pool
      private

      def take?(line) line.unread? end

      def keep?(line, error) error.is_a?(Timeout) && line.unanswered? end
    end
  end
end
