# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # How far the same code was from itself: the floor below which nothing is seen.
      module Noise
        class << self
          # A sentence per metric; none where no such cells rode along.
          #
          #: (Array[Stats::Noise]) -> Array[String]
          def sentences(noise)
            names = Names.new(noise)
            noise.group_by(&:metric).filter_map { |_, cells| sentence(cells, names) }
          end

          private

          def sentence(cells, names)
            known = cells.select { |cell| cell.effect && cell.interval }
            # One or two pairs are no floor, only luck.
            return if known.empty?

            worst = known.max_by { |cell| cell.effect.abs }
            "The same code against itself: at most #{Effects.size(worst.effect)} apart " \
              "(#{names.full(worst)}#{", the worst of #{known.size} cells" if known.size > 1})#{moved(known, names)}."
          end

          def moved(cells, names)
            moved = cells.select(&:moved)
            "; it moved in #{moved.map { |cell| names.full(cell) }.uniq.join(", ")}: nothing there can be relied on" if moved.any?
          end
        end
      end
    end
  end
end
