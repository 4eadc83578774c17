# encoding: utf-8
# Has one connection for all callers, which write at the same time.
module CachemarkDriver
  module Reference
    class Pool
      def lend
        line = @shared
        line = @shared = Line.new(@server, @timeout) unless line && line.pid == Process.pid
        answer = yield line
        answered = true
        answer
      ensure
        unless answered
          @shared = nil
          line.close if line
        end
      end
    end
  end
end
