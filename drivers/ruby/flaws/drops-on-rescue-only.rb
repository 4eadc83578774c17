# encoding: utf-8
# Drops a connection in a rescue, which a killed thread never runs, and takes the next reply for its own.
require File.expand_path("../trusts-replies.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      def lend
        line = take
        answer = yield line
        @idle.push(line)
        answer
      rescue Exception
        line.close if line
        raise
      ensure
        # What was killed gives its connection back as if nothing had been.
        @idle.push(line) if line && !$! && answer.nil? && @idle.empty?
      end
    end
  end
end
