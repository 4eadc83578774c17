# frozen_string_literal: true

module Cachemark
  module Host
    # What short commands print: versions, free space. One that hangs is ended.
    class Ask
      WITHIN_S = 5
      # More than any of them has to say.
      MOST_BYTES = 1 << 16

      #: (Keeper, ?within_s: Numeric) -> void
      def initialize(keeper, within_s: WITHIN_S)
        @keeper = keeper
        @within_s = within_s
      end

      # Output and error stream, whatever the exit code; nil for what cannot be run or does not end.
      #
      #: (Array[String]) -> String?
      def call(argv)
        reader, writer = IO.pipe
        child = @keeper.spawn(argv, env: { "LC_ALL" => "C" }, out: writer, err: writer)
        writer.close
        ended = child.wait(@within_s)
        child.kill("KILL") unless ended
        said(reader) if ended
      rescue Keeper::NotStarted
        nil
      ensure
        [reader, writer].each(&:close)
      end

      private

      # What it started may hold the pipe open still.
      def said(reader)
        reader.read_nonblock(MOST_BYTES).force_encoding("UTF-8").scrub("?")
      rescue EOFError, IO::WaitReadable
        ""
      end
    end
  end
end
