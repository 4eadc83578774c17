# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Find
      # What was found, and every step that was measured for it, by schema/find.json.
      class JSON
        SCHEMA = "cachemark/find/1"

        #: (Stats::Steps) -> void
        def initialize(steps)
          @steps = steps
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@steps).head(SCHEMA), client: @steps.client, size: @steps.size, margin: @steps.margin,
            undecided: @steps.undecided, scenarios: @steps.scenarios.map(&:to_h),
            summary: Answer.sentences(@steps).join("\n"), found: @steps.found.map(&:to_h),
            brackets: @steps.brackets.map(&:to_h),
            steps: @steps.steps.map(&:to_h), skipped: @steps.skipped.map(&:to_h) }
        end
      end
    end
  end
end
