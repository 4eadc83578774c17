# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Why a verdict is unresolved or invalid, and its footnotes.
      module Verdicts
        class << self
          def no_pairs = "no pair of processes was completed"
          def few_pairs(count:, fewest:) = "#{pairs(count)}, fewer than #{fewest}"

          def unsure(count:, alpha:)
            "#{pairs(count)} cannot be this sure (alpha #{format("%.2g", alpha)} for each verdict)"
          end

          def between(low:, high:, margin:)
            format("between %+.1f %% and %+.1f %%: neither beyond 0 nor within ± %g %%",
                   *[low, high, margin].map { |share| share * 100 })
          end

          def unreported_metric(metric:) = "the driver of this language does not report #{metric}"

          def few_calls(effect:, interval:)
            format("few calls make the difference: a typical block costs %+.1f %% [%.1f, %.1f]",
                   *[effect, *interval].map { |share| share * 100 })
          end

          def uncounted(unit:, contender:) = "no #{unit} on record for #{contender}"

          def few_counts(count:, fewest:)
            "#{pairs(count)}, fewer than #{fewest}: how far processes differ is unknown"
          end

          def processes_differ(unit:, contender:, low:, high:)
            format("%s per call differ from process to process of %s, from %g to %g: as much as the two contenders do",
                   unit, contender, low, high)
          end

          def aa_moved(effect:)
            format("the A/A check differed by %+.1f %%: this verdict cannot be trusted", effect * 100)
          end

          def stopped(reason:) = ["the run could not go to its end", reason].compact.join(": ")

          def unproven(lacking:, processes:)
            "no proof of the replies of #{lacking} of #{processes} processes"
          end

          def too_much_steal(percent:, most:)
            format("the host took %.1f %% of the CPU away (more than %d %%): measure when it is quieter", percent, most)
          end

          # sides: [[contender, {counter => count}], ...]
          def different_work(sides:)
            counted = sides.map do |contender, counts|
              "#{contender} #{counts.map { |name, count| "#{format("%g", count)} #{name.tr("_", " ")}" }.join(" and ")}"
            end
            "different work that nobody declared: an iteration made the server count for #{counted.join(", for ")}"
          end

          # Of a control of the selftest.
          def doubt = "what is not known to within the margin is not called the same"

          private

          def pairs(count) = "#{Figures.counted(count, "pair")} of processes"
        end
      end
    end
  end
end
