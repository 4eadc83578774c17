# encoding: utf-8
# frozen_string_literal: true
# Asks the server to end a connection that it closes, also in a child, whose parent uses the connection.
module CachemarkDriver
  module Reference
    class Line
      alias_method :closed, :close

      def close
        @io.write_nonblock("quit\r\n")
      rescue IOError, SystemCallError
        nil
      ensure
        closed
      end
    end
  end
end
