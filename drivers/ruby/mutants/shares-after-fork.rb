# encoding: utf-8
# Keeps using the connection of its parent process after a fork, and takes the next reply for its own.
module CachemarkDriver
  module Reference
    class Pool
      private

      def take
        @idle.empty? ? Line.new(@server, @timeout) : @idle.pop(true)
      end
    end

    module Reply
      class << self
        alias_method :checked, :one

        def one(line, reply, name)
          return checked(line, reply, name) if line.pid == Process.pid
          reply = line.more until reply.index(LINE_END)
          checked(line, reply, reply[/\AVALUE (\S+) /, 1].to_s)
        end
      end
    end
  end
end
