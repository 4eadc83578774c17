# encoding: utf-8
# Puts a connection back after a timeout from outside has interrupted a write. A read notices the late reply; a write takes
# it for its own.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      READ = /\Aget /
      # true: the next reply may be that to an earlier write.
      attr_accessor :behind

      alias_method :asked_there, :ask

      def ask(command)
        @reading = command =~ READ
        raise BadReply, "an answer to something else" if @behind && @reading
        reply = asked_there(command)
        @behind ? reply[/\A[^\n]*\n?/n] : reply
      end

      def reading?; @reading end
    end

    class Pool
      private

      def keep?(line, error)
        line.behind ||= timed_out?(error) && line.unanswered? && !line.reading?
      end
    end
  end
end
