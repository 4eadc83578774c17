# frozen_string_literal: true

module Cachemark
  module Report
    class Verdicts
      # What the cells of verdicts are called among each other: the short label
      # where it is unique, with mode and metric where there are several.
      class Names
        #: (Array[Stats::Verdict | Stats::Noise]) -> void
        def initialize(verdicts)
          @modes = verdicts.map(&:mode).uniq
          @metrics = verdicts.map(&:metric).uniq
          scenarios = verdicts.group_by { |verdict| short(verdict) }.transform_values { |same| same.map(&:scenario).uniq.size }
          @shared = scenarios.select { |_, count| count > 1 }
        end

        # Of a cell, as in a table that has a column for the metric.
        #
        #: (Stats::Verdict | Stats::Noise) -> String
        def of(verdict)
          short = short(verdict)
          name = @shared.key?(short) ? verdict.scenario : short
          @modes.size > 1 && !name.include?(verdict.mode) ? "#{name}:#{verdict.mode}" : name
        end

        # In a sentence: "get", or "get (cpu)" where there are several metrics.
        #
        #: (Stats::Verdict | Stats::Noise) -> String
        def full(verdict) = metrics? ? "#{of(verdict)} (#{verdict.metric})" : of(verdict)

        # Where nothing else says whose it is: "dalli@3.2.8: get".
        #
        #: (Stats::Verdict) -> String
        def whole(verdict) = "#{verdict.contender}: #{full(verdict)}"

        # Whether there are several metrics.
        #
        #: () -> bool
        def metrics? = @metrics.size > 1

        private

        def short(verdict)
          (verdict.label || verdict.scenario.split("/").last).delete_prefix("#{verdict.contender}:")
        end
      end
    end
  end
end
