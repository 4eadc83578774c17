# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    # What the GitHub action `benchmark-action/github-action-benchmark` stores as `tool: customSmallerIsBetter`:
    # an array of one entry a figure. Source: that action's README, "customSmallerIsBetter".
    class GitHubActionBenchmark
      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s = "#{::JSON.pretty_generate(tracked.flat_map { |one| one.measures.map { |each| entry(one, each) } })}\n"

      private

      def tracked = Tracked.of_table(@table)

      def entry(one, measure)
        { name: "#{one.name}: #{measure.title}", unit: measure.unit, value: measure.value,
          range: measure.interval && "± #{Figures.percent(Stats::Row.half_width(measure.interval))}",
          extra: one.facts.join("\n") }.compact
      end
    end
  end
end
