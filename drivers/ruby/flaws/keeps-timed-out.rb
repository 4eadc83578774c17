# encoding: utf-8
# Puts a connection back when its own timeout has struck. The late reply then stands before those of the next calls.
module CachemarkDriver
  module Reference
    class Pool
      def lend
        line = take
        answered = false
        answer = yield line
        answered = true
        answer
      rescue Timeout
        answered = true
        raise
      ensure
        give(line, answered) if line
      end
    end
  end
end
