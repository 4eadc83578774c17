# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # Verdicts and noise as JSON prints them.
      module Entries
        class << self
          # Every member but the record's own ids, with what the contenders were asked as.
          #
          #: (Stats::Comparison, ?Array[Stats::Verdict]) -> Array[Hash]
          def verdicts(comparison, verdicts = comparison.verdicts)
            verdicts.map do |verdict|
              { notation: comparison.notations[verdict.contender], baseline_notation: comparison.notations[verdict.baseline],
                **finite(verdict.to_h.except(:comparison)) }
            end
          end

          # The same of the cells in which the same code met itself.
          #
          #: (Stats::Comparison) -> Array[Hash]
          def noise(comparison)
            comparison.noise.map do |cell|
              { notation: comparison.notations[cell.contender], **finite(cell.to_h.except(:comparison)) }
            end
          end

          private

          # JSON has no infinity: what has no limit is not known.
          def finite(members)
            members.transform_values do |value|
              value.is_a?(Array) && value.any?(Float) ? (value if value.all? { |bound| known?(bound) }) : (value if known?(value))
            end
          end

          def known?(value) = !value.is_a?(Float) || value.finite?
        end
      end
    end
  end
end
