# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `selftest`: a gate over contenders with known properties (Controls). One of them is behind a proxy that
    # corrupts values. The record has the right verdicts next to the actual ones.
    class Selftest < Gate
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
