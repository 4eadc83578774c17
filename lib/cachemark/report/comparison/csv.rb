# frozen_string_literal: true

require "csv"

module Cachemark
  module Report
    module Comparison
      # One line per verdict; lists are joined by "; ". The last column has what is
      # true of the whole comparison, on every line: nothing else would carry it.
      class CSV
        COLUMNS = %w[contender baseline scenario mode label metric verdict effect effect_low effect_high resolution p pairs
                     baseline_cost contender_cost unit reason notation baseline_notation footnotes notes].freeze

        #: (Stats::Comparison) -> void
        def initialize(comparison)
          @comparison = comparison
        end

        #: () -> String
        def to_s
          ::CSV.generate do |csv|
            csv << COLUMNS
            Verdicts::Entries.verdicts(@comparison).each { |entry| csv << line(entry).values_at(*COLUMNS) }
          end
        end

        private

        def line(entry)
          { **entry.transform_keys(&:to_s), **pair(entry[:interval], "effect_low", "effect_high"),
            **pair(entry[:costs], "baseline_cost", "contender_cost"), "footnotes" => entry[:footnotes].join("; "),
            "notes" => @comparison.notes.join("; ") }
        end

        def pair(values, first, second) = { first => values&.first, second => values&.last }
      end
    end
  end
end
