# encoding: utf-8
# frozen_string_literal: true
# A quiet block with calls that the server answers. Where the answers stay unread, calls take them for their own.
module CachemarkDriver
  module Reference
    class Line
      # true: answers may be unread.
      attr_accessor :behind
    end

    class Quiet
      def add(key, value, _ttl, _raw)
        answered(key) { |name| "add #{name} 0 0 #{value.bytesize}\r\n#{value}\r\n" }
      end

      private

      def answered(key)
        name, pool = @place.call(key)
        line(pool).tell(binary(yield(name)))
        nil
      end

      def leave_behind
        @lines.each do |pool, line|
          line.behind = true
          pool.return(line)
        end
        @lines.clear
      end
    end

    module Reply
      class << self
        alias_method :named, :one

        def one(line, reply, name)
          return named(line, reply, name) unless line.behind
          reply = line.more until reply.index(LINE_END)
          reply.start_with?(VALUE) ? named(line, reply, reply[/\AVALUE (\S+) /, 1]) : nil
        end
      end
    end
  end
end
