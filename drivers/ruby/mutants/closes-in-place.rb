# encoding: utf-8
# Puts a connection back into the pool unless it has closed it. An exception during the close leaves the connection there,
# with an owed reply.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      def closed?; @io.closed? end
    end

    class Pool
      def lend
        line = take
        answer = yield line
        answered = true
        answer
      ensure
        finish(line, answered) if line
      end

      private

      def finish(line, answered)
        line.owing = !answered
        line.close unless answered
      ensure
        @idle.push(line) unless line.closed?
      end
    end
  end
end
