# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # The cost of rows: time per call, time relative to `socket`, latencies of single calls, and what they send and receive.
        module Costs
          TIME = "Lower is better. Each dot is a client, its line the 95 % interval over fresh processes. References are grey: " \
                 "socket is the least code that does the same work on a raw socket."
          RATIO = "The cost relative to the least code that does the same work, measured in the same rounds; the dashed line " \
                  "is that code itself. Clients in C, and clients without a timeout, can be left of it."
          LATENCY = "A percentile is shown only if ten calls took longer. Every call was timed separately."
          TRAFFIC = "Bytes of one iteration on the wire, including everything around keys and values, as the proxy saw them."
          COLOUR = { condition: { test: "datum.reference", value: "var(--faint)" }, value: "var(--mark)" }.freeze
          PERCENTILES = %w[c1 c3 c6 c2 c5].map { |name| "var(--#{name})" }.freeze
          WAYS = { "sent" => "var(--c1)", "received" => "var(--c2)" }.freeze
          private_constant :TIME, :RATIO, :LATENCY, :TRAFFIC, :COLOUR, :PERCENTILES, :WAYS

          class << self
            # [rows, Cells] of a table of a run. Identical configurations are one entry. A reference that no row shows also
            # gets an entry.
            #: (Stats::Table) -> [Array[Stats::Row], Cells]
            def entries(table)
              order = table.listed.map(&:contender).uniq
              listed = table.listed.select { |row| (order & [row.contender, *row.identical]).first == row.contender }
              references = table.rows.select { |row| !row.shown && Vocabulary::References.socket?(row.client) }
              names = listed.select { |row| row.identical.any? }
                            .to_h { |row| [row.contender, [row.contender, *row.identical].join(" =\n")] }
              names.update(references.to_h { |row| [row.contender, "#{row.contender} (reference)"] })
              [listed + references, Cells.new(table.listed, names: names)]
            end

            # nil if no row has a time.
            #: (Array[Stats::Row], Cells) -> Chart?
            def time(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.wall_ns && cells.include?(row) && !null?(row) })
              return if rows.empty?

              size, unit = Charts.unit(rows.map(&:wall_ns))
              points = rows.map do |row|
                point(row, cells, row.wall_ns / size, row.interval&.map { |bound| bound / size }, Figures.time_of(row))
              end
              estimates("time", "Time per call", points, axis: "#{unit} per call", words: TIME)
            end

            # nil if only the reference has a ratio.
            #: (Array[Stats::Row], Cells) -> Chart?
            def ratio(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.socket_ratio && !null?(row) })
              return if rows.all? { |row| row.socket_ratio_interval == [1, 1] || row.socket_ratio == 1 }

              points = rows.map do |row|
                text = Figures.ratio(row.socket_ratio, row.socket_ratio_interval)
                point(row, cells, row.socket_ratio, row.socket_ratio_interval, text)
              end
              estimates("ratio", "× socket", points, axis: "× socket", words: RATIO, below: [Spec.mark(1)])
            end

            # nil if no row recorded latencies.
            #: (Array[Stats::Row], Cells) -> Chart?
            def percentiles(rows, cells)
              rows = cells.in_groups(rows.select(&:latencies))
              size, unit = Charts.unit(rows.map { |row| row.latencies[:p50_ns] || row.latencies[:max_ns] }) if rows.any?
              points = rows.flat_map { |row| percentiles_of(row, cells, size) }
              return if points.empty?

              names = Stats::Latencies::HEADINGS.keys
              colour = Spec.kinds("percentile", names.zip(PERCENTILES).to_h, type: "ordinal", sort: names)
              place = { y: Spec.names(field: "at"), x: Spec.figures("at", unit, type: "log") }
              layer = [Spec.layer("line", { **place, detail: { field: "name" } }, color: "var(--line)"),
                       Spec.dots({ **place, color: colour, **TIP }, size: 55)]
              Chart.new(id: "percentiles", title: "Latency of single calls", words: LATENCY,
                        spec: Spec.panels(points, layer, scales: "log"))
            end

            # nil if the proxy saw nothing.
            #: (Array[Stats::WorkTable::Row], Cells) -> Chart?
            def traffic(rows, cells)
              rows = cells.in_groups(rows.select { |row| row.ok? && row.bytes_out && row.bytes_in })
              return if rows.empty?

              encoding = { y: Spec.names(field: "bytes", op: "sum"), color: Spec.kinds("way", WAYS, sort: WAYS.keys),
                           order: { field: "way", sort: "descending" }, x: Spec.axis("bytes", "bytes an iteration"), **TIP }
              Chart.new(id: "traffic", title: "Work per row", words: TRAFFIC,
                        spec: Spec.panels(rows.flat_map { |row| ways(row, cells) }, [Spec.layer("bar", encoding, height: 9)]))
            end

            private

            def estimates(id, title, points, **more)
              Charts.estimates(id: id, title: title, points: points, sort: { field: "at", op: "min" }, color: COLOUR,
                               switch: true, **more)
            end

            # The cost of the harness alone is about a thousandth of all others.
            def null?(row) = Vocabulary::References.null?(row.client)

            def point(row, cells, at, interval, text)
              low, high = interval || [at, at]
              { **cells.place(row), at: at.round(5), low: low.round(5), high: high.round(5),
                reference: Vocabulary::References.include?(row.client), text: "#{row.contender}, #{row.label}: #{text}" }
            end

            def percentiles_of(row, cells, size)
              Stats::Latencies::HEADINGS.filter_map do |heading, name|
                ns = row.latencies[name] or next
                { **cells.place(row), percentile: heading, at: (ns / size).round(3),
                  text: "#{row.contender}, #{row.label}: #{heading} #{Figures.time(ns)}" }
              end
            end

            def ways(row, cells)
              text = "#{row.contender}, #{row.label}: #{Work.commands(row)}; #{Figures.count(row.round_trips)} round trips"
              { "sent" => row.bytes_out, "received" => row.bytes_in }.map do |way, bytes|
                { **cells.place(row), way: way, bytes: bytes, text: "#{text}; #{Figures.count(bytes)} bytes #{way}" }
              end
            end
          end
        end
      end
    end
  end
end
