# encoding: utf-8
# Does nothing for a connection whose thread is killed: the thread's end will be the end of it, it thinks. Another thread
# gets it.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      private

      def keep?(line, _error) killed? && line.waiting? end
    end
  end
end
