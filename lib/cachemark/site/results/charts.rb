# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # The charts of the pages of results, as Vega-Lite.
      module Charts
        FACETS = HTML::Charts::Facets
        HEIGHT = 320
        BEST = "on the frontier"
        OTHER = "not on the frontier"
        private_constant :FACETS, :HEIGHT, :BEST, :OTHER

        class << self
          # Time against bad outcomes. Only entries that were checked have a place. nil for fewer than two.
          #: (String, Cachemark::Results::Choice, title: String, words: String) -> HTML::Chart?
          def choice(id, choice, **texts)
            points = choice.entries.select(&:examination).map { |entry| chosen(entry, choice) }
            return if points.size < 2

            data = { values: LabelPlaces.new(points).to_a }
            HTML::Chart.new(id: id, **texts, spec: { data: data, height: HEIGHT, layer: scatter })
          end

          # Figures with intervals, a line for each name. Points are Hashes of group, name, at, low, high and text.
          #: (String, Array[Hash], axis: String, title: String, words: String, ?mark: Numeric?) -> HTML::Chart?
          def figures(id, points, axis:, mark: nil, **texts)
            return if points.empty?

            x = FACETS.figures("at", axis, type: FACETS.scale(points.map { |point| point[:at] }), zero: true)
            shared = { y: FACETS.names("at").merge(sort: nil), tooltip: { field: "text" } }
            interval = FACETS.interval(shared, x, strokeWidth: 2, opacity: 0.6)
            layer = [(FACETS.mark(mark) if mark), interval, FACETS.dots({ **shared, x: x })].compact
            HTML::Chart.new(id: id, **texts, spec: FACETS.spec(points, layer))
          end

          # "17.23 µs ± 0.4 %".
          #: (Numeric, [Numeric, Numeric]?) -> String
          def time(wall_ns, interval)
            half = Stats::Row.half_width(interval)
            [Figures.time(wall_ns), half && "± #{Figures.percent(half)}"].compact.join(" ")
          end

          private

          def chosen(entry, choice)
            cost, exam = entry.cost, entry.examination
            low, high = cost.interval || [cost.wall_ns, cost.wall_ns]
            { name: entry.configuration.name, at: us(cost.wall_ns), low: us(low), high: us(high), bad: exam.bad,
              kind: choice.frontier.include?(entry) ? BEST : OTHER, tuned: entry.configuration.tuned?,
              text: "#{entry.configuration.name}: #{time(cost.wall_ns, cost.interval)}, #{Results.outcomes(exam)}\n" \
                    "#{entry.configuration.place}" }
          end

          def us(ns) = (ns / 1e3).round(3)

          def scatter
            x = { field: "at", type: "quantitative", title: "µs per get", axis: { tickCount: 6 },
                  scale: { zero: false, nice: true, padding: 30 } }
            y = { field: "bad", type: "quantitative", title: "bad outcomes of check", axis: { tickCount: 5 },
                  scale: { zero: true, nice: true, padding: 20 } }
            place = { x: x, y: y, tooltip: { field: "text" } }
            point = { mark: { type: "point", size: 90, strokeWidth: 2 }, encoding: { **place, **dots } }
            [interval(x, y), point, *labels(place)]
          end

          def interval(x, y)
            encoding = { x: x.merge(field: "low"), x2: { field: "high" }, y: y, color: kind("color") }
            { mark: { type: "rule", opacity: 0.6 }, encoding: encoding }
          end

          # A dot is hollow if its entry has options.
          def dots
            { stroke: kind("color"), shape: kind("shape"), fill: { **kind("color"), legend: nil },
              fillOpacity: { condition: { test: "datum.tuned", value: 0.1 }, value: 1 } }
          end

          def kind(channel)
            range = channel == "shape" ? %w[circle square] : ["var(--c1)", "var(--faint)"]
            scale = { domain: [BEST, OTHER], range: range }
            { field: "kind", type: "nominal", title: nil, legend: { orient: "top" }, scale: scale }
          end

          def labels(place)
            level = place[:y].merge(field: "level")
            { "left" => { align: "right", dx: -9 }, "right" => { align: "left", dx: 9 } }.map do |side, shift|
              { transform: [{ filter: "datum.side === '#{side}'" }],
                mark: { type: "text", fontSize: 11, color: "var(--ink)", baseline: "middle", **shift },
                encoding: { **place, y: level, text: { field: "name" } } }
            end
          end
        end
      end
    end
  end
end
