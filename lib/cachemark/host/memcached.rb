# frozen_string_literal: true

require "pty"

module Cachemark
  module Host
    # A private memcached on a free loopback port. The keeper is its parent, because memcached outlives even `kill -9` of
    # the process that started it.
    class Memcached < Server
      # `argv_prefix` is a launcher such as ["taskset", "-c", "1"]. `arguments` replace ours (one thread, `memory_mb`, room
      # for so many `connections`); with `terminal` it writes to one, as in the published benchmarks. Raises Trouble when
      # there is no memcached or it does not start.
      #
      #: (keeper: Keeper, ?argv_prefix: Array[String], ?memory_mb: Integer, ?connections: Integer, ?arguments: Array[String]?, ?terminal: bool) -> Memcached
      def self.start(keeper:, **settings) = Launch.new(keeper: keeper, **settings).server

      # Raises Trouble where memcached is not installed.
      def self.check(keeper) = Launch.check(keeper)

      # Launch makes these, once the server answers.
      def initialize(child, port, output)
        super(Vocabulary::Address::LOOPBACK, port)
        @child = child
        @output = output
      end

      # Array[String]: the command with its prefix.
      def argv = @child.argv

      # Integer
      def pid = @child.pid

      def private? = true

      # Whether others may use it too.
      def shared? = false

      # Whether our process still runs.
      def alive? = @child.alive?

      # nil, or how it ended, as the end of a sentence.
      def fate
        exit = @child.status
        exit && [exit.to_s, @output.last_line].compact.join(": ")
      end

      # The server's own counters. Raises AdminSocket::Silent when it has ended, and says how.
      def stats = or_fate { super }

      def counters(names) = or_fate { super }

      # Throws away every item. Raises Trouble unless the server says OK.
      def flush
        or_fate { @admin.flush_all }
        self
      end

      # Ends it and waits until it is gone. KILL at once: there is nothing to save, and
      # memcached takes up to a second over a TERM.
      def stop
        @admin.close
        @child.stop(grace_s: 0)
        @output.close
      end

      private

      def or_fate
        yield
      rescue AdminSocket::Silent
        @child.wait(0.2)
        raise if alive?

        raise AdminSocket::Silent.new("the private memcached at #{address} #{fate || "was lost with its keeper"}",
                                      try: "run the command again")
      end

      # The output of a server: drained, so that the server never blocks, and its end is kept for the message when it dies.
      # As a terminal it costs the server what it cost in the published runs: one line-buffered write per log line.
      class Output
        KEPT_BYTES = 4096
        ON_ITS_WAY_S = 0.2
        private_constant :ON_ITS_WAY_S

        # IO: what the server writes to.
        attr_reader :sink

        #: (?terminal: boolish) -> void
        def initialize(terminal: false)
          @source, @sink = terminal ? PTY.open : IO.pipe
          @text = +""
          @drain = Thread.new { drain }
        end

        # The server has it now; without this the drain never sees the end.
        def release_sink = @sink.close

        # String: the last 4 KB.
        def text = @text.dup

        # nil when it printed nothing. For a server that has ended: waits a moment for what is still on its way.
        def last_line
          @drain.join(ON_ITS_WAY_S)
          text.lines.map(&:strip).reject(&:empty?).last
        end

        # Waits a moment for what is still on its way.
        def close
          @sink.close
          @drain.join(ON_ITS_WAY_S)
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
