# frozen_string_literal: true

module Cachemark
  module Live
    # What a line tells of a verdict.
    module Entry
      # Cell, verdict so far, effect with its interval, pairs; the contender where there are several.
      #
      #: (Array[Stats::Verdict]) -> Array[String]
      def self.verdicts(verdicts)
        names = Report::Verdicts::Names.new(verdicts)
        several = verdicts.map(&:contender).uniq.size > 1
        verdicts.map do |verdict|
          name = several ? "#{verdict.contender}:#{names.full(verdict)}" : names.full(verdict)
          [name, Report::Effects.verdict(verdict.verdict), Report::Effects.of(verdict.effect, verdict.interval),
           "#{verdict.pairs} pairs"].reject(&:empty?).join(" ")
        end
      end
    end
  end
end
