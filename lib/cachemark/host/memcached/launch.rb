# frozen_string_literal: true

module Cachemark
  module Host
    class Memcached < Server
      # Starts a memcached: finds a place to listen, waits until the server replies, and takes another place if this one was
      # taken meanwhile.
      class Launch
        ATTEMPTS = 10
        READY_WITHIN_S = 5
        # Connections that memcached allows by default.
        USUAL = 1024
        # The one on the PATH.
        PROGRAM = ["memcached"].freeze
        SASL_PARTS = "apt-get install libsasl2-modules libsasl2-modules-db"
        AGAIN = "run the command again"
        ABSENT = "apt-get install memcached (macOS: brew install memcached), measure on a release of Debian with " \
                 "--with memcached=newest, or name a server with --with server=HOST:PORT"

        # Array[String]: no UDP, loopback only; one thread, and `connections` at most, unless `arguments` replace ours.
        # memcached refuses to run as root without -u. `place` are the arguments about where it listens, and `program` the words
        # that start it.
        #: (Array[String], ?program: Array[String], ?memory_mb: Integer, ?connections: Integer, ?user: String?, ?arguments: Array[String]?) -> Array[String]
        def self.argv(place, program: PROGRAM, memory_mb: 64, connections: 0, user: nil, arguments: nil)
          ours = ["-m", memory_mb.to_s, "-t", "1", *(["-c", connections.to_s] if connections > USUAL)]
          [*program, *(arguments || ours), *place, *(["-u", user] if user)]
        end

        # Raises Trouble if there is no memcached on the PATH of the keeper's children.
        #: (Keeper) -> void
        def self.check(keeper)
          raise Trouble.new("memcached is not installed", try: ABSENT) unless keeper.which("memcached")
        end

        # `listening` gives the next place to try, unless there is only this `place`.
        def initialize(keeper:, program: PROGRAM, argv_prefix: [], memory_mb: 64, connections: 0, arguments: nil,
                       terminal: false, listening: Listening.new, place: nil)
          @keeper = keeper
          @argv_prefix = argv_prefix
          @program = program
          @settings = { program: program, memory_mb: memory_mb, connections: connections, arguments: arguments, user: Files.user }
          @terminal = terminal
          @listening = listening
          @place = place
        end

        # Raises Trouble.
        #
        #: () -> Memcached
        def server
          self.class.check(@keeper) if @program == PROGRAM
          ATTEMPTS.times do
            server = attempt(@place || @listening.place)
            return server if server
          end
          raise Trouble.new("no free port for memcached after #{ATTEMPTS} attempts", try: "run the command again")
        end

        private

        # nil if the place was taken meanwhile.
        def attempt(place)
          output = Output.new(terminal: @terminal)
          argv = self.class.argv(@listening.argv(place), **@settings)
          child = @keeper.spawn(@argv_prefix + argv, env: @listening.env, out: output.sink, err: output.sink)
          output.release_sink
          server = Memcached.new(child, place, output, @listening)
          done = answers?(child, place.admin) ? admitting(server) : give_up(server, output)
          decided = true
          done
        ensure # also if its thread is ended
          unless decided
            child&.kill("KILL")
            output&.close
          end
        end

        # The server, once clients can log in there. Raises Trouble.
        def admitting(server)
          server.access.enter(timeout_s: READY_WITHIN_S).close if server.access.login
          server
        rescue Access::Refused => error
          server.stop
          raise Trouble.new("a private memcached #{error.message}", try: server.access.login.by == "sasl" ? SASL_PARTS : AGAIN)
        end

        # The pid proves that our process replies, and not another one that took the place.
        def answers?(child, access)
          deadline = Clock.now_s + READY_WITHIN_S
          until Clock.now_s > deadline
            return true if answering_pid(access) == child.pid
            return false if child.wait(0.002)
          end
          false
        end

        def answering_pid(access)
          probe = AdminSocket.new(access, deadline_s: 0.5)
          probe.stats["pid"]
        rescue Trouble
          nil
        ensure
          probe&.close
        end

        def give_up(server, output)
          ended = server.how_it_ended
          server.stop
          said = output.last_line
          return if ended && output.text.match?(/failed to listen|Address already in use/i)

          what = ended ? "memcached #{ended}" : "memcached did not answer within #{READY_WITHIN_S} s#{": #{said}" if said}"
          raise Trouble.new(what, try: "run it yourself: #{server.argv.join(" ")}")
        end
      end
    end
  end
end
