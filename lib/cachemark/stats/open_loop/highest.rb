# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # How far a cell of a sweep went: `rate` is the highest that it held with every lower one, in calls a second,
      # nil where it held none; `stopped_at` the next one, and `stopped_by` what was there. `beyond` are higher rates
      # that it held all the same: then something else than the rate was in the way.
      class Highest < Value.define(:contender, :client, :scenario, :mode, :label, :section, :slo_ns,
                                   rate: nil, stopped_at: nil, stopped_by: nil, beyond: [].freeze)
        class << self
          # Of the rows of one cell, from its lowest rate on.
          #: (Array[Row], Integer) -> Highest
          def of(rows, slo_ns)
            held = rows.take_while { |row| row.held?(slo_ns) }
            failed, *rest = rows.drop(held.size)
            cell = rows.first.to_h.slice(:contender, :client, :scenario, :mode, :label, :section)
            new(**cell, slo_ns: slo_ns, rate: held.last&.rate, stopped_at: failed&.rate, stopped_by: failed && reason(failed),
                        beyond: rest.select { |row| row.held?(slo_ns) }.map(&:rate).freeze)
          end

          private

          def reason(row)
            return row.reason unless row.ok?
            return "it fell behind" if row.fell_behind

            row.p99_ns ? format("a p99 of %.2f ms", row.p99_ns / 1e6) : "too few calls for a p99"
          end
        end
      end
    end
  end
end
