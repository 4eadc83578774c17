# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # What a comparison could not have seen, cell by cell.
      module Blindness
        class << self
          # A sentence per cell and metric that may still have got slower.
          #
          #: (Array[Stats::Verdict]) -> Array[String]
          def sentences(verdicts)
            names = Names.new(verdicts)
            several = verdicts.map(&:contender).uniq.size > 1
            verdicts.reject { |verdict| %w[slower faster].include?(verdict.verdict) }.filter_map do |verdict|
              text = sentence(verdict, names.full(verdict))
              text && several ? "#{verdict.contender}: #{text}" : text
            end
          end

          private

          def sentence(verdict, name)
            return "nothing is known of #{name}: #{verdict.reason}" if verdict.verdict == "invalid"
            return unless verdict.resolution&.positive?

            verdict.blind? ? "next to nothing could be seen in #{name}" :
              "a slowdown under #{Effects.size(verdict.resolution)} in #{name} would pass"
          end
        end
      end
    end
  end
end
