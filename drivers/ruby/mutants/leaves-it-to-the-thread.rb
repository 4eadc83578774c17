# encoding: utf-8
# Does not close a connection whose thread is killed, assuming that it ends with the thread. Another thread gets the
# connection.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, _error) killed? && line.waiting? end
    end
  end
end
