# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Selftest
      # Every control with its verdict, by schema/selftest.json.
      class JSON
        SCHEMA = "cachemark/selftest/1"

        #: (Stats::Selftest) -> void
        def initialize(selftest)
          @selftest = selftest
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@selftest).head(SCHEMA), passed: @selftest.passed?, state: @selftest.state,
            controls: @selftest.controls.map { |one| control(one) },
            gate: { **@selftest.gate.to_h, right: @selftest.gate.right?, state: @selftest.gate.state } }
        end

        private

        def control(control)
          found = control.found
          { shows: control.shows, contender: control.contender, scenario: control.scenario, expected: control.expected,
            margin: control.margin, verdict: found&.verdict, effect: found&.effect, interval: found&.interval,
            reason: found&.reason, right: control.right?, state: control.state }
        end
      end
    end
  end
end
