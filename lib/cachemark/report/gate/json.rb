# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Gate
      # The decision with every verdict and what became of it, by schema/gate.json.
      class JSON
        SCHEMA = "cachemark/gate/1"
        DECISIONS = { 0 => "passed", 1 => "regression", 3 => "undecided" }.freeze

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@decision).head(SCHEMA), code: @decision.code, decision: DECISIONS.fetch(@decision.code),
            threshold: @decision.threshold, margin: @decision.margin, sentences: Sentences::Gate.of(@decision),
            summary: Sentences::Comparison.summary(@decision), verdicts: verdicts,
            repeats: Verdicts::Entries.verdicts(@decision, @decision.repeats), noise: Verdicts::Entries.noise(@decision) }
        end

        private

        def verdicts
          Verdicts::Entries.verdicts(@decision).zip(@decision.verdicts)
                           .map { |entry, verdict| { **entry, result: @decision.result(verdict) } }
        end
      end
    end
  end
end
