# encoding: utf-8
require "thread"

module CachemarkDriver
  module Reference
    # The idle connections to one server. A call borrows one. It comes back when the whole reply was
    # read and made sense. It is closed when the call raises in any place, so half a reply can never
    # reach the next call.
    class Pool
      def initialize(server, timeout)
        @server = server
        @timeout = timeout
        @idle = Queue.new
      end

      # Yields a Line and returns the block's value.
      def lend
        line = take
        answer = yield line
        answered = true
        answer
      ensure
        give(line, answered) if line
      end

      # A Line for several calls, until `return`.
      def borrow; take end

      # Takes it back when every reply was read.
      def return(line) give(line, true) end

      def close
        @idle.pop(true).close until @idle.empty?
      end

      private

      # A Line of this process, opened if none is idle.
      def take
        return Line.new(@server, @timeout) if @idle.empty?
        line = @idle.pop(true)
        line.pid == Process.pid ? line : take
      rescue ThreadError # another thread took the last one between the two calls
        Line.new(@server, @timeout)
      end

      def give(line, answered)
        answered ? @idle.push(line) : line.close
      end
    end
  end
end
