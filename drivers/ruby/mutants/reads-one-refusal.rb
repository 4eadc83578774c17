# encoding: utf-8
# Takes the error of a server for the whole reply to a set, although one for the value follows. From then on, each call reads
# the reply to the call before.
require File.expand_path("../parts/meta.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      alias_method :asked, :ask

      # Whether a reply is still due.
      def late?; !@due.nil? end

      def ask(command)
        due = @due
        @due = asked(command).dup
        return due if due
        @due = more.dup if command =~ /\Aset / && @due == "ERROR\r\n"
        first, @due = @due, nil
        return first unless first.start_with?("ERROR\r\n")
        @due = first[/\n(.+)\z/mn, 1]
        "ERROR\r\n"
      end
    end

    class Pool
      private

      alias_method :given, :give

      def give(line, answered) given(line, answered || line.late?) end
    end
  end
end
