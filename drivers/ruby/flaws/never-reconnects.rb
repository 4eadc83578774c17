# encoding: utf-8
# Puts a connection back that was idle for a while and then failed.
module CachemarkDriver
  module Reference
    class Pool
      IDLE_S = 0.015

      alias_method :lend_and_close, :lend

      def lend(&call)
        now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        @stale = @used && now - @used > IDLE_S
        lend_and_close(&call)
      ensure
        @used = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end

      private

      def give(line, answered)
        answered || @stale ? @idle.push(line) : line.close
      end
    end
  end
end
