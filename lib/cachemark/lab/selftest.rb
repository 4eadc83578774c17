# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `selftest`: a gate over contenders whose truth is known (Controls), one of them
    # behind a server that lies. What should come of it stands in the record beside what came.
    class Selftest < Gate
      # The second look is at one cell, far slower than any doubt.
      FIRST = 0.8

      private

      def first_share = FIRST

      def measure(matches)
        Controls::EXPECTED.each do |shows, contender, scenario, verdict|
          @writer.add("control", shows: shows, contender: contender, scenario: scenario, expected: verdict)
        end
        deceive { super }
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
