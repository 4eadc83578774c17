# frozen_string_literal: true

require "csv"

module Cachemark
  module Report
    # One line per row with its units in the column names; lists are joined by "; ".
    # The last column has what is true of the whole table, on every line: nothing else would carry it.
    class CSV
      PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest
                 calls iterations processes blocks wall_ns].freeze
      FIGURES = %i[mean_ns pass_ns user_ns system_ns cpu_s fastest_ns socket_ratio].freeze
      LATENCIES = %i[count min_ns mean_ns p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze

      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s
        lines = @table.shown.map { |row| columns(row) }
        ::CSV.generate do |csv|
          csv << columns(empty).keys
          lines.each { |line| csv << line.values }
        end
      end

      private

      def empty = Stats::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)

      def columns(row) = figures(row).merge(lists(row))

      def figures(row)
        { **pick(row, PLAIN), **bounds("wall_ns", row.interval), **pick(row, FIGURES),
          **bounds("socket_ratio", row.socket_ratio_interval),
          **pick(row, %i[allocations gc_share hits misses]), **in_flight(row.in_flight || {}), **latencies(row.latencies || {}) }
      end

      def lists(row)
        { "versions" => row.versions.map { |name, version| "#{name} #{version}" }.join("; "),
          "footnotes" => row.footnotes.join("; "), "notes" => @table.notes.join("; ") }
      end

      def pick(row, names) = names.to_h { |name| [name.to_s, row[name]] }

      def bounds(name, interval)
        low, high = interval
        { "#{name}_low" => low, "#{name}_high" => high }
      end

      def in_flight(counts) = { "in_flight_seen" => counts[:seen], "in_flight_of" => counts[:of] }

      def latencies(latencies) = LATENCIES.to_h { |name| ["latency_#{name}", latencies[name]] }
    end
  end
end
