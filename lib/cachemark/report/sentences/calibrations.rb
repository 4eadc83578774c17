# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The gain and the power that a calibration measured.
      module Calibrations
        class << self
          # With the machine of the calibration.
          def gain(on:, cpu:, cores:, condition:, with:, without:, runs_with:, runs_without:)
            format("the calibration of %s (%s, %d cores) detected %.1f %% over seven scenarios in a minute %s, %.1f %% " \
                   "otherwise (medians of %d and %d runs)", on, cpu, cores, with * 100,
                   condition.start_with?("a") ? "with #{condition}" : condition, without * 100, runs_with, runs_without)
          end

          def power(alarms:, found:)
            slowdown = found && format("a slowdown of %.2f %% in one cell found in %d of %d runs of a minute",
                                   found[:injected] * 100, found[:hits], found[:count])
            [alarms && false_alarms(**alarms), slowdown].compact.join(", ")
          end

          private

          def false_alarms(hits:, count:, verdicts:, detectable:)
            judged = (%w[same unresolved invalid] | verdicts.keys).map { |verdict| "#{verdicts.fetch(verdict, 0)} #{verdict}" }
            "#{hits} false alarms of a gate in #{count} cells of the same code (#{judged.join(", ")}" \
              "#{"; seven scenarios in a minute detect #{Figures.percent(detectable)}" if detectable})"
          end
        end
      end
    end
  end
end
