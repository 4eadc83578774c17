# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # How far the fresh processes of a row lie apart.
        module Spread
          WORDS = "Each stroke is one fresh process, beside the figure of its row (0). The interval of a row comes from these."
          private_constant :WORDS

          # nil with fewer than two processes of any row.
          #
          #: (Array[Stats::Row], Array[Stats::Table::Sample], Cells) -> Chart?
          def self.of(rows, samples, cells)
            costs = rows.select(&:wall_ns).to_h { |row| [key(row), row.wall_ns] }
            points = cells.in_groups(samples.select { |sample| costs.key?(key(sample)) }).map do |sample|
              share = (sample.wall_ns / costs.fetch(key(sample))) - 1
              text = "#{sample.contender}, process #{sample.process}: #{Figures.time(sample.wall_ns)}, " \
                     "#{Effects.of(share)} from the row"
              { **cells.place(sample), at: (share * 100).round(2), text: text }
            end
            return if points.size < 2 || points.uniq { |point| point.values_at(:group, :name) }.size == points.size

            Chart.new(id: "spread", title: "Distribution over processes", words: WORDS, spec: spec(points),
                      figures: figures(samples))
          end

          def self.key(one) = [one.contender, one.scenario, one.mode]

          def self.spec(points)
            y = Facets.names("at", op: "count").merge(sort: nil)
            Facets.spec(points, [Facets.mark(0),
                                 { mark: { type: "tick", thickness: 2, opacity: 0.65, color: "var(--mark)" },
                                   encoding: { y: y, x: Facets.figures("at", "% from the row's time per call"),
                                               tooltip: { field: "text" } } }])
          end

          def self.figures(samples)
            samples.group_by { |sample| key(sample) }.map do |key, own|
              [key.join(" "), own.map { |sample| Figures.time(sample.wall_ns) }.join(", ")]
            end
          end
          private_class_method :key, :spec, :figures
        end
      end
    end
  end
end
