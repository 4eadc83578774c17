# frozen_string_literal: true

module Cachemark
  module Host
    # A private memcached on a free loopback port. The keeper is its parent, because
    # memcached outlives even `kill -9` of the process that started it.
    class Memcached < Server
      # `argv_prefix` is a launcher such as ["taskset", "-c", "1"]. `arguments` stand in the place of
      # ours (one thread, `memory_mb`, room for so many `connections`), `terminal` gives it one to write
      # to, as the published benchmarks did. Raises Trouble when there is no memcached or it does not
      # come up.
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
    end
  end
end
