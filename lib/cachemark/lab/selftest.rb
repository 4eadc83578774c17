# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `selftest`: a gate over contenders whose truth is known (Controls), one of them
    # behind a server that lies. What should come of it stands in the record beside what came.
    class Selftest < Gate
      # The second look is at one cell, far slower than any doubt.
      FIRST = 0.8
      # Contenders that must fall: whoever watches is to know that nothing went wrong.
      DOOMED = Controls::EXPECTED.select { |control| control.last == "invalid" }.map { |control| control[1] }.freeze

      # Tells a loss that must come as one.
      Watched = Struct.new(:live) do
        #: (Symbol, **Object) -> void
        def tell(event, **facts)
          expected = event == :failure && facts[:status] == "invalid" && DOOMED.include?(facts[:cell].contender.id)
          live.tell(event, **facts, **(expected ? { status: "as it must be, invalid" } : {}))
        end
      end
      private_constant :DOOMED, :Watched

      def initialize(live:, **rest) = super(live: Watched.new(live), **rest)

      private

      def first_share = FIRST

      def measure(matches)
        Controls::EXPECTED.each do |shows, contender, scenario, verdict|
          @writer.add("control", shows: shows, contender: contender, scenario: scenario, expected: verdict)
        end
        deceive { super(judged(matches)) }
      end

      # What no control asks for gets none of the time.
      def judged(matches)
        wanted = Controls::EXPECTED.map { |control| control[1, 2] }
        matches.filter_map do |match|
          match.only { |one| one.noise || wanted.include?([one.contender.contender.id, one.scenario.id]) }
        end
      end

      # The lie begins with the first value: the proof of a cell must see it.
      def deceive
        server = @rig.ring.servers.first
        liar = Liar.start(server.host, server.port)
        @rig.detour("deceived", [liar.address])
        yield
      ensure
        liar&.stop
      end
    end
  end
end
