# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `selftest`: a gate over contenders with known properties (Controls). One of them is behind a proxy that
    # corrupts values. The record has the right verdicts next to the actual ones.
    class Selftest < Gate
      # Copies of a client with known properties, so that verdicts on them can be judged. All are edited, so that each has
      # the cost of an edit. `steady` and `twin` count equally far in each call, `slow` further, `fast` not at all. `busy`
      # sends a request once more than it should. `deceived` is `steady` behind a server that returns wrong values.
      class Controls
        # Loops of `steady`, and of `slow`. The latter costs about a quarter of a call more, on any machine with a similar
        # ratio between a loop of the interpreter and a call to memcached.
        STEADY = 800
        SLOW = 2_000
        # The minimum number of loops in the copies of a calibration.
        LOOPS = 80
        CONTENDERS = %w[steady twin slow fast busy deceived].freeze
        # [what it shows, contender, scenario, the right verdict].
        EXPECTED = [
          ["the same code in two folders is the same in get", "twin", "client/get", "same"],
          ["the same code in two folders is the same in set", "twin", "client/set", "same"],
          ["a slowdown of get is seen in get", "slow", "client/get", "slower"],
          ["a slowdown of get is not seen in set", "slow", "client/set", "same"],
          ["a faster get is seen", "fast", "client/get", "faster"],
          ["a row that does other work has no speed", "busy", "client/get", "invalid"],
          ["a row behind a server that lies has no speed", "deceived", "client/get", "invalid"]
        ].freeze

        #: (ClientCopies) -> void
        def initialize(copies)
          @copies = copies
        end

        # {contender => absolute folder}. Existing copies are reused.
        #: () -> Hash[String, String]
        def folders
          made = edits.to_h { |name, edit| [name, @copies.kept(name, edit)] }
          made.merge("deceived" => made.fetch("steady"))
        end

        private

        def edits
          spin = ->(loops) { ClientCopies::Edit.spin(loops: loops) }
          { "steady" => spin.call(STEADY), "twin" => spin.call(STEADY), "slow" => spin.call(SLOW), "fast" => spin.call(0),
            "busy" => ClientCopies::Edit.ask_twice }
        end
      end

      # The second set has only one cell, which is clearly slower.
      FIRST = 0.8

      private

      def first_share = FIRST

      # It compares the same code on purpose.
      def unchanged? = false

      # These failures are expected, and the view must know that.
      def expected_invalid = Controls::EXPECTED.select { |control| control.last == "invalid" }.map { |control| control[1] }

      def measure(matches)
        Controls::EXPECTED.each do |shows, contender, scenario, verdict|
          @writer.add("control", shows: shows, contender: contender, scenario: scenario, expected: verdict)
        end
        with_corruption { super(judged(matches)) }
      end

      # A cell without a control gets no time.
      def judged(matches)
        wanted = Controls::EXPECTED.map { |control| control[1, 2] }
        matches.filter_map do |match|
          match.only { |one| one.noise || wanted.include?([one.contender.contender.id, one.scenario.id]) }
        end
      end

      # Values are changed from the first one on, because the proof of a cell must notice.
      def with_corruption
        server = @engine.ring.servers.first
        proxy = Proxy::Server.start(server.access, filter: Proxy::Corruption.new, keeper: @engine.keeper)
        @engine.redirect("deceived", [proxy.address])
        yield
      ensure
        proxy&.stop
      end
    end
  end
end
