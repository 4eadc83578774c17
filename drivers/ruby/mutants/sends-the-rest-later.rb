# encoding: utf-8
# Keeps the unsent rest of an aborted request, sends it before the next command, and stays with that connection from then
# on, whatever its state.
require File.expand_path("../parts/owing.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Line
      alias_method :asked_at_once, :ask

      def ask(command)
        rest, @rest = @rest, nil
        asked_at_once(rest ? rest + command : command)
      end

      # true: not all of a request is sent.
      def sending?; !@rest.nil? end

      private

      def send_rest(command, sent)
        @rest = command.byteslice(sent..-1)
        until @rest.empty?
          IO.select(nil, [@io], nil, @timeout) || raise(Timeout, "cannot send within #{@timeout} s")
          begin
            @rest = @rest.byteslice(@io.write_nonblock(@rest.byteslice(0, CHUNK))..-1)
          rescue IO::WaitWritable
            next
          end
        end
        @rest = nil
      end
    end

    class Pool
      private

      def keep?(line, error) line.owing || (timed_out?(error) && line.sending?) end
    end
  end
end
