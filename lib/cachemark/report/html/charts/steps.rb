# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # What each version of a range costs beside the first: a step where it changed.
        module Steps
          HEIGHT = 220
          # More names than these do not stand beside each other.
          UPRIGHT = 9
          Y = { field: "at", type: "quantitative", title: "% beside the first", scale: { zero: true } }.freeze
          WORDS = "Cost of a call beside the first version, with its interval, at the versions that were measured; a dashed " \
                  "line is a change that was tested again with fresh pairs."
          private_constant :HEIGHT, :UPRIGHT, :Y, :WORDS

          class << self
            # nil where nothing was measured.
            #
            #: (Stats::Steps) -> Chart?
            def of(steps)
              points = steps.series.values.flat_map { |series| points(series, steps) }
              spec = spec(points, steps.margin * 100) if points.any?
              Chart.new(id: "steps", title: "Cost by version", words: WORDS, spec: spec) if spec
            end

            private

            def points(series, steps)
              found = steps.found.select { |change| change.place == series.first.place }.map(&:to)
              series.select { |step| step.effect&.finite? }.map do |step|
                low, high = step.interval&.all?(&:finite?) ? step.interval : [step.effect] * 2
                { group: "#{step.label || step.scenario}, #{step.metric}", name: step.name, position: step.position,
                  at: percent(step.effect), low: percent(low), high: percent(high), found: found.include?(step.name),
                  text: "#{[step.name, step.subject].compact.join(" ")}: #{Effects.of(step.effect, step.interval)}" }
              end
            end

            def percent(share) = (share * 100).round(3)

            def spec(points, margin)
              x = { field: "name", type: "ordinal", title: nil, sort: { field: "position", op: "min" },
                    axis: { labelAngle: points.map { |point| point[:name] }.uniq.size > UPRIGHT ? -60 : 0 } }
              shared = { x: x, tooltip: { field: "text" } }
              change = { type: "rule", strokeDash: [4, 3], color: "var(--slower)" }
              Facets.spec(points, [*Forest.band(margin, "y"),
                                   { mark: { type: "line", interpolate: "step-after", color: "var(--faint)" },
                                     encoding: { x: x, y: Y } },
                                   { transform: [{ filter: "datum.found" }], mark: change, encoding: { x: x } },
                                   { mark: { type: "rule", strokeWidth: 2 },
                                     encoding: { **shared, y: Y.merge(field: "low"), y2: { field: "high" } } },
                                   { mark: { type: "point", filled: true, size: 60 }, encoding: { **shared, y: Y } }],
                          height: HEIGHT)
            end
          end
        end
      end
    end
  end
end
