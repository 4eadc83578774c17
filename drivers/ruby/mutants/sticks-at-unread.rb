# encoding: utf-8
# Refuses a connection that has unread bytes, but keeps it.
module CachemarkDriver
  module Reference
    class Line
      def unread?
        return false unless IO.select([@io], nil, nil, 0)
        !@io.recv(1, Socket::MSG_PEEK).empty?
      rescue SystemCallError
        false # the call finds out
      end
    end

    class Pool
      alias_method :taken, :take

      private

      def take
        line = taken
        return line unless line.unread?
        @idle.push(line)
        raise BadReply, "something unread"
      end
    end
  end
end
