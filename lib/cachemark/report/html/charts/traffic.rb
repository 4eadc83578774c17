# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # What rows send and receive.
        module Traffic
          WORDS = "Bytes of one iteration on the wire, including everything around keys and values, as the proxy saw them."
          private_constant :WORDS

          class << self
            # nil where the proxy saw nothing.
            #
            #: (Array[Stats::WorkTable::Row], Cells) -> Chart?
            def of(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.ok? && row.bytes_out && row.bytes_in })
              return if rows.empty?

              points = rows.flat_map { |row| points(row, cells) }
              Chart.new(id: "traffic", title: "Work per row", words: WORDS, spec: spec(points))
            end

            private

            def points(row, cells)
              text = "#{row.contender}, #{row.label}: #{Work.commands(row)}; #{Figures.count(row.round_trips)} round trips"
              { "sent" => row.bytes_out, "received" => row.bytes_in }.map do |way, bytes|
                { **cells.place(row), way: way, bytes: bytes, text: "#{text}; #{Figures.count(bytes)} bytes #{way}" }
              end
            end

            def spec(points)
              colour = { field: "way", type: "nominal", title: nil, sort: %w[sent received],
                         scale: { domain: %w[sent received], range: ["var(--c1)", "var(--c2)"] } }
              encoding = { y: Facets.names("bytes", op: "sum"), color: colour, order: { field: "way", sort: "descending" },
                           x: { field: "bytes", type: "quantitative", title: "bytes an iteration" }, tooltip: { field: "text" } }
              Facets.spec(points, [{ mark: { type: "bar", height: 9 }, encoding: encoding }])
            end
          end
        end
      end
    end
  end
end
