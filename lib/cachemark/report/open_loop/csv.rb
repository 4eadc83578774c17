# frozen_string_literal: true

require "csv"

module Cachemark
  module Report
    module OpenLoop
      # One line per cell and rate with its units in the column names; lists are joined by "; ". The last column has
      # what is true of the whole table, on every line: nothing else would carry it.
      class CSV
        PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest calls
                   rate achieved fell_behind utilisation late_p99_ns late_max_ns processes blocks].freeze
        PERCENTILES = %i[count p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze

        #: (Stats::OpenLoop) -> void
        def initialize(table)
          @table = table
        end

        #: () -> String
        def to_s
          lines = @table.shown.map { |row| columns(row) }
          ::CSV.generate do |csv|
            csv << columns(EMPTY).keys
            lines.each { |line| csv << line.values }
          end
        end

        EMPTY = Stats::OpenLoop::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)
        private_constant :EMPTY

        private

        def columns(row)
          { **PLAIN.to_h { |name| [name.to_s, row[name]] },
            **PERCENTILES.to_h { |name| [name.to_s, row.percentiles && row.percentiles[name]] }, **bounds(row.intervals || {}),
            "versions" => row.versions.map { |name, version| "#{name} #{version}" }.join("; "),
            "footnotes" => row.footnotes.join("; "), "notes" => @table.notes.join("; ") }
        end

        def bounds(intervals)
          Stats::Latencies::PERCENTILES.keys.flat_map do |name|
            low, high = intervals[name]
            [["#{name}_low", low], ["#{name}_high", high]]
          end.to_h
        end
      end
    end
  end
end
