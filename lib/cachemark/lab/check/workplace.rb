# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # The drivers and servers with which one thread runs cases, one exam after the other. They start when a case needs them, and
      # stay for later cases, because a start takes longer than a trial.
      class Workplace
        # Enough for a client that leaks a connection at each of a thousand faults, and for the connections that read the
        # server.
        CONNECTIONS = 2_000
        # A mutant is loaded in the process of its actor, so that all mutants of a language can have one driver.
        SHARED = "control"
        private_constant :CONNECTIONS, :SHARED

        # Engine.
        attr_reader :engine

        #: (Engine) -> void
        def initialize(engine)
          @engine = engine
          @rings = {}
          @processes = {}
        end

        # Servers for clients that connect like the contender.
        #: (Contender, Integer) -> Host::Ring
        def ring(contender, count)
          @rings[[count, contender.endpoint]] ||=
            @engine.ring_starter.ring(contender, count: count, connections: CONNECTIONS, argv_prefix: [])
        end

        # actor: "subject", or "peer" of a subject that may have the same code. Raises Trouble if its driver does not start, or
        # loads other code than it should.
        #: (Contender, mode: String, actor: String) -> CheckedClient
        def client(contender, mode:, actor:)
          contender = contender.with(endpoint: nil) # each case has its own servers
          code = contender.client.adapter == SHARED ? contender.client : contender
          CheckedClient.new(@processes[[code, mode]] ||= started(contender, mode), contender, actor: actor)
        end

        # Ends the drivers and the servers. Later cases start others.
        def stop
          @processes.each_value(&:kill)
        ensure
          @rings.each_value { |ring| @engine.ring_starter.stop(ring) }
          [@processes, @rings].each(&:clear)
        end

        private

        def started(contender, mode)
          process = ClientProcess.start(@engine, contender, mode: mode)
          if process.failure
            process.kill
            raise process.failure
          end

          @engine.writer.add("process", **process.facts)
          process
        end
      end
    end
  end
end
