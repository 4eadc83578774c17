# frozen_string_literal: true

require "json"
require "rbconfig"

module Cachemark
  module Host
    # A network between clients and servers, with a round-trip time and a bandwidth. network_program.rb is one process for all
    # servers of a ring, on a core that is not measured.
    class Network
      # Raised if the process has ended, or does not reply.
      class Lost < Trouble; end

      PROGRAM = ::File.expand_path("network_program.rb", __dir__)
      # The names of the two directions, as in the report of the program.
      DIRECTIONS = %w[out in].freeze
      ANSWER_S = 10
      private_constant :PROGRAM, :ANSWER_S

      # Array[String]: the addresses for clients, in the order of the servers.
      attr_reader :addresses

      # Integer
      attr_reader :rtt_ns

      # Starts it in front of the servers at these addresses. `bits_per_s` of 0 has no limit. Raises Lost.
      #: (Array[String], keeper: Keeper, ?rtt_ns: Integer, ?bits_per_s: Integer, ?argv_prefix: Array[String]) -> void
      def initialize(servers, keeper:, rtt_ns: 0, bits_per_s: 0, argv_prefix: [])
        @rtt_ns = rtt_ns
        argv = [*argv_prefix, RbConfig.ruby, "--disable-gems", PROGRAM, rtt_ns, bits_per_s, *servers]
        theirs, @requests = ::IO.pipe
        @answers, sink = ::IO.pipe
        @child = keeper.spawn(argv, env: Keeper::QUIET, in: theirs, out: sink, err: sink)
        [theirs, sink].each(&:close)
        @addresses = answer
      rescue Exception
        stop
        raise
      end

      # Integer
      def pid = @child.pid

      # Whether its process runs.
      def alive? = @child.alive?

      # Runs the block. Meanwhile it polls without sleeping, and counts how exact it is. Raises Lost.
      #: () { () -> Object } -> Object
      def count
        tell("count")
        yield
      ensure
        leave("rest")
      end

      # Runs the block, which is not timed. Meanwhile it passes bytes on at once. Raises Lost.
      #: () { () -> Object } -> Object
      def hurry
        tell("hurry")
        yield
      ensure
        leave("delay") && answer
      end

      # How late it passed pieces of bytes on so far, at most: {"out" => {µs => how many pieces}, "in" => ...}. Raises Lost.
      #: () -> Hash[String, Hash[Integer, Integer]]
      def errors
        ask("report")
        found = answer until found&.size == DIRECTIONS.size # after an exception, an empty list may be left
        DIRECTIONS.zip(found.map(&:to_h)).to_h
      end

      # Ends it. Safe at any time.
      def stop
        [@requests, @answers].each { |stream| stream&.close }
        @child&.stop(grace_s: 0)
      end

      private

      def ask(line)
        @requests.puts(line)
      rescue Errno::EPIPE
        raise lost("has ended")
      end

      # Whether it got the line. If it is gone, the next question raises Lost.
      def leave(line)
        ask(line)
        true
      rescue Lost
        false
      end

      def tell(line)
        ask(line)
        answer
      end

      def answer
        line = (@answers.gets if @answers.wait_readable(ANSWER_S)) or raise lost("does not reply")
        ::JSON.parse(line)
      rescue ::JSON::ParserError
        raise lost("did not start: #{line.strip}")
      end

      def lost(how) = Lost.new("the process that delays the network #{how}", try: "run the command again")
    end
  end
end
