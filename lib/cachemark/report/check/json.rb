# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Check
      # Every case with its outcome, by schema/check.json; controls apart.
      class JSON
        SCHEMA = "cachemark/check/1"

        #: (Stats::Check) -> void
        def initialize(check)
          @check = check
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@check).head(SCHEMA), trusted: @check.trusted?, cases: @check.cases.map { |one| facts(one) },
            controls: @check.controls.map { |one| { **one.to_h, right: one.right? } },
            failures: @check.failures.map { |contender, reason| { contender: contender, reason: reason } } }
        end

        private

        def facts(one)
          { case: one.case, situation: one.situation, contender: one.contender, mode: one.mode, outcome: one.outcome,
            n: one.n, times: one.times, reason: one.reason, replay: Check.replay(@check, one) }
        end
      end
    end
  end
end
