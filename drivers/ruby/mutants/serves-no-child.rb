# encoding: utf-8
# Detects that its process was forked, and refuses every call in the child.
module CachemarkDriver
  module Reference
    class Pool
      private

      def take
        return Line.new(@server, @timeout) if @idle.empty?
        line = @idle.pop(true)
        return line if line.pid == Process.pid
        @idle.push(line)
        raise IOError, "its process was forked"
      end
    end
  end
end
