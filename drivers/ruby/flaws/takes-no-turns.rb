# encoding: utf-8
# Has one connection for all callers, who speak at the same time.
module CachemarkDriver
  module Reference
    class Pool
      def lend
        line = @shared
        line = @shared = Line.new(@address, 0.05) unless line && line.pid == Process.pid
        yield line
      rescue StandardError
        @shared = nil
        line.close if line
        raise
      end
    end
  end
end
