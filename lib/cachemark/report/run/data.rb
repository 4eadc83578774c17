# frozen_string_literal: true

module Cachemark
  module Report
    module Run
      # The rows of a run, for Exports.
      module Data
        PLAIN = %i[contender notation client scenario mode label section status reason version runtime file digest
                   calls iterations processes blocks wall_ns].freeze
        LATENCIES = %i[count min_ns mean_ns p50_ns p90_ns p99_ns p99_9_ns max_ns].freeze
        # Figure => its unit, in the order of the columns and lines; the names are the same as in JSON.
        UNITS = { wall_ns: "ns/call", without_gc_ns: "ns/call", left_out: "processes", mean_ns: "ns/call", disturbance: "share",
                  pass_ns: "ns/iteration", user_ns: "ns/call", system_ns: "ns/call", cpu_s: "s", fastest_ns: "ns/call",
                  socket_ratio: "ratio", limit_ratio: "ratio", allocations: "objects/call", gc_share: "share",
                  memory_bytes: "bytes",
                  hits: "keys/iteration", misses: "keys/iteration" }.freeze
        # Figures that have columns only if a row of the table has them.
        RARE = %i[without_gc_ns left_out limit_ratio memory_bytes].freeze
        INTERVALS = { wall_ns: :interval, socket_ratio: :socket_ratio_interval, limit_ratio: :limit_ratio_interval }.freeze
        # The members that identify a row.
        IDENTITY = %i[contender notation client version runtime scenario mode status reason].freeze
        private_constant :PLAIN, :LATENCIES, :RARE, :INTERVALS

        class << self
          # The last column has the notes on the whole table, on every line.
          #: (Stats::Table) -> [Array[String], Array[Hash[String, Object]]]
          def lines(table)
            empty = Stats::Row.new(contender: nil, client: nil, scenario: nil, mode: nil, status: nil)
            [columns(empty, table).keys, table.shown.map { |row| columns(row, table) }]
          end

          #: (Stats::Table) -> [Array[Symbol], Array[[Stats::Row, Array[Exports::Figure]]]]
          def figures(table) = [IDENTITY, table.shown.map { |row| [row, figures_of(row, table)] }]

          #: (Stats::Row) -> Array[Array]
          def measures(row)
            [["latency", "time per call", "ns/call", row.wall_ns, row.interval],
             ["socket-ratio", "x socket", "ratio", row.socket_ratio, row.socket_ratio_interval],
             ["allocations", "allocations", "objects/call", row.allocations],
             *row.counts.map { |name, value| [name.tr("_", "-"), name, CountColumns.unit(name), value] }]
          end

          # The lists of a row, each joined by "; ".
          #: (Object, Stats::RunFacts) -> Hash[String, String]
          def lists(row, table)
            { "versions" => row.versions.map { |name, version| "#{name} #{version}" }.join("; "),
              "footnotes" => row.footnotes.join("; "), "notes" => table.notes.join("; ") }
          end

          private

          def columns(row, table)
            figures = figures_of(row, table).flat_map do |figure|
              [[figure.name.to_s, figure.value], *(Exports.bounds(figure.name, figure.interval) if INTERVALS.key?(figure.name))]
            end
            { **Exports.pick(row, PLAIN), **Sweeps.columns(row.dimensions, table), **figures.to_h, **lists(row, table) }
          end

          # Figures without a unit are only columns.
          def figures_of(row, table)
            [*own(row, table), *hit_ratio(row, table), *Stampedes.figures(row, table), *in_flight(row),
             *latencies(row),
             *Connections::Pools.figures(row, table),
             *CountColumns.metrics(table.shown).map { |name| figure(name, CountColumns.unit(name), row.counts[name]) },
             *warm_up(row, table)]
          end

          def own(row, table)
            names = UNITS.keys.reject { |name| RARE.include?(name) && table.shown.none?(&name) }
            names.map { |name| figure(name, UNITS[name], row[name], INTERVALS[name] && row[INTERVALS[name]]) }
          end

          # Only where a scenario asks for one.
          def hit_ratio(row, table)
            return [] if table.shown.none?(&:hit_ratio)

            [figure("hit_ratio", "share", row.hit_ratio&.fetch(:measured)),
             figure("hit_ratio_asked", nil, row.hit_ratio&.fetch(:asked))]
          end

          def latencies(row)
            LATENCIES.map do |name|
              figure("latency_#{name}", name == :count ? "calls" : "ns", row.latencies&.fetch(name, nil))
            end
          end

          def in_flight(row) = %i[seen of].map { |name| figure("in_flight_#{name}", nil, row.in_flight&.fetch(name, nil)) }

          def warm_up(row, table)
            names = table.shown.filter_map(&:warm_up).first.to_h.keys
            names.map { |name| figure("warm_up_#{name}", nil, row.warm_up&.fetch(name)) }
          end

          def figure(name, unit, value, interval = nil)
            Exports::Figure.new(name: name, unit: unit, value: value, interval: interval)
          end
        end
      end
    end
  end
end
