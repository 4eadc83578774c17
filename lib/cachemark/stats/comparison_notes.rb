# frozen_string_literal: true

module Cachemark
  module Stats
    # The sentences that every report of a comparison has to carry.
    module ComparisonNotes
      # Beyond this a run sees so little that it has to say why.
      COARSE = 0.03

      class << self
        #: (Record, Array[Verdict], alpha: Float, ?noise: Array[Noise]) -> Array[String]
        def of(record, verdicts, alpha:, noise: [])
          [*Notes.of(record, []), unpinned(record.run["placement"] || {}), coarse(verdicts),
           (blind(noise) if verdicts.any?(&:interval)),
           together(verdicts, alpha)].compact.freeze
        end

        private

        def unpinned(placement)
          return unless placement["pinned"] == false

          "not pinned to a core, pairs differ more: this run sees less than a pinned one would, and says so in each verdict"
        end

        # An A/A that could not have moved clears nobody.
        def blind(noise)
          few = noise.select { |one| one.interval.nil? }
          return if few.empty?

          format("the same code against itself had too few pairs to say anything in %s: whether this run can be relied on " \
                 "there is not known", few.map(&:label).uniq.join(", "))
        end

        def coarse(verdicts)
          worst = verdicts.filter_map(&:resolution).max
          return unless worst && worst > COARSE

          format("slowdowns under %.1f %% could stay unseen: more time, or a machine that does nothing else, shows smaller ones",
                 worst * 100)
        end

        def together(verdicts, alpha)
          count = verdicts.count { |verdict| verdict.interval && !Vocabulary::Metrics[verdict.metric].exact? }
          return if count.zero?

          format("intervals hold %s with a probability of at least %g %%",
                 count == 1 ? "the truth" : "the truth in all #{count} verdicts at once", (1 - alpha) * 100)
        end
      end
    end
  end
end
