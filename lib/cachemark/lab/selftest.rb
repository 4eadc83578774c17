# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `selftest`: a gate over contenders whose truth is known (Controls), one of them behind a proxy that
    # corrupts values. The record has the right verdicts next to the verdicts that were reached.
    class Selftest < Gate
      # The second look is at one cell, far slower than any doubt.
      FIRST = 0.8

      private

      def first_share = FIRST

      # Whoever watches is to know that nothing went wrong.
      def expected_invalid = Controls::EXPECTED.select { |control| control.last == "invalid" }.map { |control| control[1] }

      def measure(matches)
        Controls::EXPECTED.each do |shows, contender, scenario, verdict|
          @writer.add("control", shows: shows, contender: contender, scenario: scenario, expected: verdict)
        end
        with_corruption { super(judged(matches)) }
      end

      # A cell without a control gets none of the time.
      def judged(matches)
        wanted = Controls::EXPECTED.map { |control| control[1, 2] }
        matches.filter_map do |match|
          match.only { |one| one.noise || wanted.include?([one.contender.contender.id, one.scenario.id]) }
        end
      end

      # Values are changed from the first one on: the proof of a cell must notice.
      def with_corruption
        server = @engine.ring.servers.first
        proxy = CorruptingProxy.start(server.host, server.port)
        @engine.detour("deceived", [proxy.address])
        yield
      ensure
        proxy&.stop
      end
    end
  end
end
