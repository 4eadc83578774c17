# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The limits of a comparison: how far apart the same code came out, and what would have passed.
      module Limits
        class << self
          # A sentence for each metric of the A/A check; none where no such cells were measured.
          #
          #: (Array[Stats::Noise]) -> Array[String]
          def noise(noise)
            names = Report::Verdicts::Names.new(noise)
            noise.group_by(&:metric).filter_map { |_, cells| floor(cells, names) }
          end

          # A sentence for each cell and metric that may still have become slower.
          #
          #: (Array[Stats::Verdict]) -> Array[String]
          def undetected(verdicts)
            names = Report::Verdicts::Names.new(verdicts)
            several = verdicts.map(&:contender).uniq.size > 1
            verdicts.reject { |verdict| %w[slower faster].include?(verdict.verdict) }.filter_map do |verdict|
              text = limit(verdict, names.full(verdict))
              text && several ? "#{verdict.contender}: #{text}" : text
            end
          end

          private

          # One or two pairs are no floor, only luck.
          def floor(cells, names)
            known = cells.select { |cell| cell.effect && cell.interval }
            return if known.empty?

            worst = known.max_by { |cell| cell.effect.abs }
            "A/A check: the same code differs by at most #{Effects.size(worst.effect)} " \
              "(#{names.full(worst)}#{", the worst of #{known.size} cells" if known.size > 1})#{moved(known, names)}."
          end

          def moved(cells, names)
            moved = cells.select(&:moved)
            "; it differs in #{moved.map { |cell| names.full(cell) }.uniq.join(", ")}: no verdict there is reliable" if moved.any?
          end

          def limit(verdict, name)
            return "nothing is known about #{name}: #{verdict.reason}" if verdict.verdict == "invalid"
            return unless verdict.resolution&.positive?

            verdict.blind? ? "next to nothing could be detected in #{name}" :
              "a slowdown under #{Effects.size(verdict.resolution)} in #{name} would pass"
          end
        end
      end
    end
  end
end
