# frozen_string_literal: true

module Cachemark
  module Report
    # The rows of a run for programs: as JSON by schema/run.json, as CSV of a line per row, and of a line per figure.
    module RunData
      SCHEMA = "cachemark/run/1"
      PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest
                 calls iterations processes blocks wall_ns].freeze
      FIGURES = %i[mean_ns pass_ns user_ns system_ns cpu_s fastest_ns socket_ratio].freeze
      LATENCIES = %i[count min_ns mean_ns p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze
      # Figure => its unit, in the order of the lines; the names are those of JSON.
      UNITS = { wall_ns: "ns/call", mean_ns: "ns/call", pass_ns: "ns/iteration", user_ns: "ns/call", system_ns: "ns/call",
                cpu_s: "s", fastest_ns: "ns/call", socket_ratio: "ratio", allocations: "objects/call", gc_share: "share",
                hits: "keys/iteration", misses: "keys/iteration" }.freeze
      INTERVALS = { wall_ns: :interval, socket_ratio: :socket_ratio_interval }.freeze
      # The members that tell rows apart.
      IDENTITY = %i[contender notation client version runtime scenario mode status reason].freeze
      private_constant :SCHEMA, :PLAIN, :FIGURES, :LATENCIES, :INTERVALS

      class << self
        #: (Stats::Table) -> Hash[Symbol, Object]
        def json(table)
          { **Provenance.new(table).head(SCHEMA), rows: table.shown.map { |row| row.to_h.except(*Stats::Row::INTERNAL) } }
        end

        # The last column has what is true of the whole table, on every line.
        #
        #: (Stats::Table) -> String
        def csv(table)
          empty = Stats::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)
          CSV.wide(columns(empty, table).keys, table.shown.map { |row| columns(row, table) })
        end

        #: (Stats::Table) -> String
        def tidy(table) = CSV.tidy(table, IDENTITY, table.shown) { |row| [*figures(row), *latencies(row)] }

        # These members of a row as columns.
        #
        #: (Object, Array[Symbol]) -> Hash[String, Object]
        def pick(row, names) = names.to_h { |name| [name.to_s, row[name]] }

        # The columns of an interval.
        #
        #: (Symbol | String, [Numeric, Numeric]?) -> Hash[String, Numeric?]
        def bounds(name, interval) = CSV.pair(interval, "#{name}_low", "#{name}_high")

        # Lists of a row, joined by "; ".
        #
        #: (Object, Stats::RunFacts) -> Hash[String, String]
        def lists(row, table)
          { "versions" => row.versions.map { |name, version| "#{name} #{version}" }.join("; "),
            "footnotes" => row.footnotes.join("; "), "notes" => table.notes.join("; ") }
        end

        private

        def columns(row, table)
          { **pick(row, PLAIN), **bounds("wall_ns", row.interval), **pick(row, FIGURES),
            **bounds("socket_ratio", row.socket_ratio_interval), **pick(row, %i[allocations gc_share hits misses]),
            "in_flight_seen" => row.in_flight&.fetch(:seen, nil), "in_flight_of" => row.in_flight&.fetch(:of, nil),
            **LATENCIES.to_h { |name| ["latency_#{name}", row.latencies&.fetch(name, nil)] }, **lists(row, table) }
        end

        def figures(row)
          UNITS.map do |name, unit|
            CSV::Figure.new(name: name, unit: unit, value: row[name], interval: INTERVALS[name] && row[INTERVALS[name]])
          end
        end

        def latencies(row)
          (row.latencies || {}).map do |name, value|
            CSV::Figure.new(name: "latency_#{name}", unit: name == :count ? "calls" : "ns", value: value)
          end
        end
      end
    end
  end
end
