# encoding: utf-8
# Keeps using a connection that ended in place of a reply, except for one to a get.
require File.expand_path("../parts/idle.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      GET = /\Aget \S+\r\n/n
      # true: it ended during the wait for a reply.
      attr_reader :ended

      alias_method :asked, :ask
      alias_method :next, :more

      def ask(command)
        @single = command =~ GET
        noticed { asked(command) }
      end

      def more; noticed { self.next } end

      private

      def noticed
        yield
      rescue EOFError, Errno::ECONNRESET
        @ended = true unless @single
        raise
      end
    end

    class Pool
      private

      alias_method :given, :give

      def take?(line) line.ended || !line.over? end

      def give(line, answered) given(line, answered || line.ended) end
    end
  end
end
