# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # One line per cell and rate, as in the CSV of a run.
      class CSV < Report::CSV
        PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest calls
                   rate achieved fell_behind utilisation late_p99_ns late_max_ns processes blocks].freeze
        PERCENTILES = %i[count p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze

        private

        def empty = Stats::OpenLoop::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)

        def figures(row)
          intervals = row.intervals || {}
          { **pick(row, PLAIN), **pick(row.percentiles || {}, PERCENTILES),
            **Stats::Latencies::PERCENTILES.keys.map { |name| bounds(name, intervals[name]) }.reduce(:merge) }
        end
      end
    end
  end
end
