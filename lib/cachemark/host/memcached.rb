# frozen_string_literal: true

require "fileutils"
require "pty"

module Cachemark
  module Host
    # A private memcached on a free loopback port. The keeper is its parent, because memcached outlives even `kill -9` of
    # the process that started it.
    class Memcached < Server
      # `program` are the words that start it, by default the one on the PATH. `argv_prefix` is a launcher such as
      # ["taskset", "-c", "1"]. `listening` is how it listens, and `place` where, if that is given. `arguments` replace ours
      # (one thread, `memory_mb`, room for `connections`). With `terminal`, it writes to a terminal, as in the published
      # benchmarks. Raises Trouble if memcached is absent or does not start.
      #: (keeper: Keeper, ?program: Array[String], ?argv_prefix: Array[String], ?listening: Listening, ?place: Listening::Place?, ?memory_mb: Integer, ?connections: Integer, ?arguments: Array[String]?, ?terminal: bool) -> Memcached
      def self.start(keeper:, **settings) = Launch.new(keeper: keeper, **settings).server

      # Raises Trouble if memcached is not installed.
      def self.check(keeper) = Launch.check(keeper)

      # Launch creates these, once the server replies.
      #: (Child, Listening::Place, Output, Listening) -> void
      def initialize(child, place, output, listening)
        super(place.access, admin: place.admin, certificate: listening.certificate)
        @listening = listening
        @child = child
        @output = output
      end

      # Array[String]: the command with its prefix.
      def argv = @child.argv

      # Integer
      def pid = @child.pid

      def private? = true

      # A certificate that its clients must refuse (Files::IMPOSTORS).
      #: (String) -> Access::Certificate
      def impostor(flaw) = @listening.files.impostor(flaw)

      # Whether others may also use it.
      def shared? = false

      # Whether our process still runs.
      def alive? = @child.alive?

      # Sends a signal to the process itself, at once; the keeper would be asked first. Nothing happens if it has ended.
      #: (String) -> void
      def signal(name)
        ::Process.kill(name, pid)
      rescue Errno::ESRCH
        nil
      end

      # nil, or how it ended, as the end of a sentence.
      def how_it_ended
        exit = @child.status
        exit && [exit.to_s, @output.last_line].compact.join(": ")
      end

      # The server's own counters. Raises AdminSocket::Silent if it has ended, and says how.
      def stats = reporting_end { super }

      def counters(names) = reporting_end { super }

      # Removes every item. Raises Trouble unless the server replies OK.
      def flush
        reporting_end { @admin.flush_all }
        self
      end

      # Ends it and waits until it is gone. It uses KILL, because there is nothing to save, and memcached takes up to a
      # second to end on TERM.
      def stop
        @admin.close
        @child.stop(grace_s: 0)
        @output.close
        FileUtils.rm_f(access.address.path) if access.address.unix?
      end

      private

      def reporting_end
        yield
      rescue AdminSocket::Silent
        @child.wait(0.2)
        raise if alive?

        raise AdminSocket::Silent.new("the private memcached at #{address} #{how_it_ended || "was lost with its keeper"}",
                                      try: "run the command again")
      end

      # The output of a server. It is read continuously, so that the server never blocks, and its end is kept for the error
      # message. As a terminal it costs the server the same as in the published runs: one line-buffered write for each log
      # line.
      class Output
        KEPT_BYTES = 4096
        LATE_OUTPUT_S = 0.2
        private_constant :LATE_OUTPUT_S

        # IO: the stream that the server writes to.
        attr_reader :sink

        #: (?terminal: boolish) -> void
        def initialize(terminal: false)
          @source, @sink = terminal ? PTY.open : IO.pipe
          @text = +""
          @drain = Thread.new { drain }
        end

        # Closes our copy of the stream, because the reader would never see its end otherwise.
        def release_sink = @sink.close

        # String: the last 4 KB.
        def text = @text.dup

        # nil if it printed nothing. Waits a moment for remaining output of a server that has ended.
        def last_line
          @drain.join(LATE_OUTPUT_S)
          text.lines.map(&:strip).reject(&:empty?).last
        end

        # Waits a moment for remaining output.
        def close
          @sink.close
          @drain.join(LATE_OUTPUT_S)
          @drain.kill.join
          @source.close
        end

        private

        def drain
          loop { @text = (@text + @source.readpartial(65_536).scrub("?")).then { |all| all[-KEPT_BYTES..] || all } }
        rescue EOFError, SystemCallError, IOError
          nil
        end
      end
    end
  end
end
