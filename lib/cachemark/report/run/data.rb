# frozen_string_literal: true

module Cachemark
  module Report
    module Run
      # The rows of a run for programs: as CSV with a line for each row, and with a line for each figure.
      module Data
        PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest
                   calls iterations processes blocks wall_ns].freeze
        FIGURES = %i[mean_ns disturbance pass_ns user_ns system_ns cpu_s fastest_ns socket_ratio].freeze
        KNOWN = %i[without_gc_ns left_out].freeze
        LATENCIES = %i[count min_ns mean_ns p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze
        # Figure => its unit, in the order of the lines; the names are the same as in JSON.
        UNITS = { wall_ns: "ns/call", without_gc_ns: "ns/call", left_out: "processes", mean_ns: "ns/call", disturbance: "share",
                  pass_ns: "ns/iteration", user_ns: "ns/call", system_ns: "ns/call", cpu_s: "s", fastest_ns: "ns/call",
                  socket_ratio: "ratio", allocations: "objects/call", gc_share: "share", hits: "keys/iteration",
                  misses: "keys/iteration" }.freeze
        INTERVALS = { wall_ns: :interval, socket_ratio: :socket_ratio_interval }.freeze
        # The members that identify a row.
        IDENTITY = %i[contender notation client version runtime scenario mode status reason].freeze
        private_constant :PLAIN, :KNOWN, :FIGURES, :LATENCIES, :INTERVALS

        class << self
          # The last column has the notes on the whole table, on every line.
          #: (Stats::Table) -> String
          def csv(table)
            empty = Stats::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)
            CSV.wide(columns(empty, table).keys, table.shown.map { |row| columns(row, table) })
          end

          #: (Stats::Table) -> String
          def tidy(table)
            CSV.tidy(table, IDENTITY, table.shown) do |row|
              [*figures(row), *hits(row), *latencies(row), *pool(row), *counted(row), *Stampedes.tidy(row)]
            end
          end

          # These members of a row as columns.
          #: (Object, Array[Symbol]) -> Hash[String, Object]
          def pick(row, names) = names.to_h { |name| [name.to_s, row[name]] }

          # The columns of an interval.
          #: (Symbol | String, [Numeric, Numeric]?) -> Hash[String, Numeric?]
          def bounds(name, interval) = CSV.pair(interval, "#{name}_low", "#{name}_high")

          # The lists of a row, each joined by "; ".
          #: (Object, Stats::RunFacts) -> Hash[String, String]
          def lists(row, table)
            { "versions" => row.versions.map { |name, version| "#{name} #{version}" }.join("; "),
              "footnotes" => row.footnotes.join("; "), "notes" => table.notes.join("; ") }
          end

          private

          def columns(row, table)
            { **pick(row, PLAIN), **Sweeps.columns(row.dimensions, table), **bounds("wall_ns", row.interval),
              **known(row, table), **pick(row, FIGURES),
              **bounds("socket_ratio", row.socket_ratio_interval), **pick(row, %i[allocations gc_share hits misses]),
              **hit_ratio(row, table), **Stampedes.csv(row, table),
              "in_flight_seen" => row.in_flight&.fetch(:seen, nil), "in_flight_of" => row.in_flight&.fetch(:of, nil),
              **LATENCIES.to_h { |name| ["latency_#{name}", row.latencies&.fetch(name, nil)] },
              **Connections::Pools.data(row, table),
              **counts(row, table),
              **warm_up(row, table), **lists(row, table) }
          end

          # Only where a row of the table has them.
          def known(row, table) = pick(row, KNOWN.select { |name| table.shown.any?(&name) })

          def warm_up(row, table)
            names = table.shown.filter_map(&:warm_up).first.to_h.keys
            names.to_h { |name| ["warm_up_#{name}", row.warm_up&.fetch(name)] }
          end

          # Only where a scenario asks for one.
          def hit_ratio(row, table)
            return {} if table.shown.none?(&:hit_ratio)

            { "hit_ratio" => row.hit_ratio&.fetch(:measured), "hit_ratio_asked" => row.hit_ratio&.fetch(:asked) }
          end

          def counts(row, table) = CountColumns.metrics(table.shown).to_h { |metric| [metric, row.counts[metric]] }

          def counted(row)
            row.counts.map { |name, value| CSV::Figure.new(name: name, unit: CountColumns.unit(name), value: value) }
          end

          def figures(row)
            UNITS.map do |name, unit|
              CSV::Figure.new(name: name, unit: unit, value: row[name], interval: INTERVALS[name] && row[INTERVALS[name]])
            end
          end

          def hits(row)
            row.hit_ratio ? [CSV::Figure.new(name: :hit_ratio, unit: "share", value: row.hit_ratio[:measured])] : []
          end

          def pool(row)
            (row.pool || {}).map { |name, value| CSV::Figure.new(name: "pool_#{name}", unit: Connections::Pools::UNITS[name], value: value) }
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
end
