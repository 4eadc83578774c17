# encoding: utf-8
# Puts a connection back whatever happened to the call, and takes the next reply for its own: what the
# clients of the 2000s did. A late reply then answers the next call.
module CachemarkDriver
  module Reference
    class Pool
      private

      def give(line, _answered)
        @idle.push(line)
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
