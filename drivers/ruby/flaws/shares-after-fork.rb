# encoding: utf-8
# Goes on with the connection of its parent process, and takes the next reply for its own.
module CachemarkDriver
  module Reference
    class Pool
      private

      def take
        @idle.empty? ? Line.new(@address, 0.05) : @idle.pop(true)
      end
    end

    module Reply
      class << self
        alias_method :checked, :one

        def one(line, reply, _name)
          reply = line.more until reply.index(LINE_END)
          checked(line, reply, reply[/\AVALUE (\S+) /, 1].to_s)
        end
      end
    end
  end
end
