# frozen_string_literal: true

module Cachemark
  module Stats
    # How long the calls of a cell waited for a connection of their pool, over all processes.
    module PoolWaits
      PERCENTILES = %i[p50_ns p99_ns max_ns].freeze
      private_constant :PERCENTILES

      # {size:, calls:, waited:, timeouts:, mean_ns:, p50_ns:, p99_ns:, max_ns:} of the `pool` lines of a cell, nil without
      # any. `size` is nil for a pool without limit. `waited` is the share of the calls that found no free connection.
      #: (Array[Hash]) -> Hash[Symbol, Numeric?]?
      def self.of(lines)
        histogram = Latencies.histogram(lines, "waits")
        figures = Latencies.figures(histogram)
        return unless figures[:count].positive?

        waited, timeouts = %w[waited timeouts].map { |name| lines.sum { |line| line[name] } }
        { size: lines.first["size"], calls: figures[:count], waited: waited.fdiv(figures[:count]), timeouts: timeouts,
          mean_ns: histogram.mean, **figures.slice(*PERCENTILES) }.freeze
      end
    end
  end
end
