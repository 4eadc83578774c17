# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    # Bencher's Metric Format, for `bencher run --adapter json`: benchmark => measure => value with its interval.
    # `latency` is Bencher's own measure, in ns. Source: the schema that Bencher publishes as bmf.json.
    class Bencher
      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s
        "#{::JSON.pretty_generate(tracked.to_h { |one| [one.name, one.measures.to_h { |each| [each.slug, metric(each)] }] })}\n"
      end

      private

      def tracked = Tracked.of_table(@table)

      def metric(measure)
        low, high = measure.interval
        { value: measure.value, lower_value: low, upper_value: high }.compact
      end
    end
  end
end
