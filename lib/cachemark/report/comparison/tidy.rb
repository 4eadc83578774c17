# frozen_string_literal: true

module Cachemark
  module Report
    module Comparison
      # Long CSV of verdicts: a line is one figure of one verdict.
      class Tidy < Report::Tidy
        VERDICT = %i[contender notation baseline baseline_notation scenario mode metric verdict reason pairs].freeze

        private

        def identity_names = VERDICT
        def shown = Verdicts::Entries.verdicts(@table)

        def figures(verdict)
          baseline, contender = verdict[:costs]
          cost = "#{verdict[:unit]}/call"
          [[:effect, "share", verdict[:effect], *verdict[:interval]], [:resolution, "share", verdict[:resolution]],
           [:p, "probability", verdict[:p]], [:baseline_cost, cost, baseline],
           [:contender_cost, cost, contender]].select { |_, _, value| value }
        end
      end
    end
  end
end
