# encoding: utf-8
# Keeps the connections of a client that is let go for the next client in the process, also after its own timeout: the late
# reply answers the next client's call.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      LEFT = {}

      alias_method :made, :initialize

      def initialize(server, timeout)
        made(server, timeout)
        @idle = (LEFT[server.to_s] ||= @idle)
      end

      def close; end

      private

      def keep?(line, error) error.is_a?(Timeout) && line.unanswered? end
    end
  end
end
