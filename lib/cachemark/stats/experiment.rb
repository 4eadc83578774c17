# frozen_string_literal: true

module Cachemark
  module Stats
    # One experiment of a calibration, as its record keeps it: the verdicts, and the changes in the pairs, from which every
    # verdict can be computed again.
    module Experiment
      # The metrics that a report of a calibration shows.
      METRICS = %w[wall fastest].freeze
      # The members of a verdict that are kept. The others can be computed again from the changes.
      KEPT = %i[comparison scenario verdict effect resolution pairs].freeze
      private_constant :KEPT

      class << self
        # The facts about a measurement, from its record, for any command.
        #: (Record) -> Hash[String, Object]
        def of(record)
          { "seconds" => record.pairs.last&.fetch("at_s"),
            "machine" => record.ending["machine"], "outcome" => record.ending["outcome"],
            **(record.run["command"] == "find" ? search(record) : comparison(record)) }
        end

        private

        def comparison(record)
          pairs = Pairs.new(record)
          { "cells" => record.comparisons.map { |line| cell(line, pairs) },
            "verdicts" => METRICS.to_h { |metric| [metric, verdicts(record, metric)] }, **gate(record) }
        end

        def cell(line, pairs)
          effects = METRICS.to_h { |metric| [metric, pairs.effects(line["comparison"], metric).map { |effect| effect.round(6) }] }
          { **line.slice("comparison", "scenario", "noise"), "effects" => effects }
        end

        # Each metric is a separate family: its verdicts are those of a command with this metric only.
        def verdicts(record, metric)
          names = record.comparisons.reject { |line| line["noise"] }.map { |line| [line["comparison"], metric] }
          Comparison.of(record, only: names).verdicts.map { |verdict| verdict.to_h.slice(*KEPT).transform_keys(&:to_s) }
        end

        def gate(record)
          return {} unless record.run["command"] == "gate"

          decision = Gate.of(record)
          { "code" => decision.code, "alarms" => decision.alarms.map(&:scenario).uniq,
            "regressions" => decision.regressions.map(&:scenario).uniq }
        end

        def search(record)
          steps = Steps.of(record)
          found = steps.found.map { |change| { "to" => change.to, "subject" => change.subject, "effect" => change.effect } }
          { "pairs" => record.pairs.size, "found" => found, "undecided" => steps.undecided }
        end
      end
    end
  end
end
