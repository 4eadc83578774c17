# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Changes with their intervals, over the band of the margin: for verdicts, for each pair, and for each
        # version.
        module Changes
          FOREST = "How much more (right) or less (left) a call costs than with the baseline, with its interval. Same: the " \
                   "interval lies within the band, the margin. Slower or faster: it excludes 0."
          PAIRS = "Each dot is one pair of fresh processes; the line is the verdict's change. Dots that drift together over " \
                  "time mean that the machine changed."
          STEPS = "Cost of a call relative to the first version, with its interval, of the versions that were measured. A " \
                  "dashed line is a change that was tested again with fresh pairs."
          BEYOND = " A triangle is a pair beyond the axis, which would flatten the others; its change is under the chart."
          # A pair is beyond the axis if it is this many interquartile ranges outside the quartiles (Tukey's "far out").
          FAR = 3
          PAIRS_HEIGHT = 130
          STEPS_HEIGHT = 220
          # More names than this do not fit next to each other.
          UPRIGHT = 9
          OFF = Spec.axis("drawn", "change, %", ticks: 5, zero: false).freeze
          STEP = Spec.axis("at", "% relative to the first", zero: true).freeze
          private_constant :FOREST, :PAIRS, :STEPS, :BEYOND, :FAR, :PAIRS_HEIGHT, :STEPS_HEIGHT, :UPRIGHT, :OFF, :STEP

          class << self
            # nil if no verdict has a change.
            #: (Array[Stats::Verdict], Float) -> Chart?
            def forest(verdicts, margin)
              points = Verdicts.sections(verdicts).flat_map { |section| forest_points(section) }
              words = Figures::SIGNS.keys & points.map { |point| point[:verdict] }
              colour = Spec.kinds("verdict", words.to_h { |word| [word, "var(--#{word})"] })
              Charts.estimates(id: "forest", title: "Changes", words: FOREST, points: points, axis: "change, %", type: "linear",
                               zero: false, sort: { field: "line", op: "min" }, color: colour, below: band(margin * 100),
                               opacity: nil, size: 70)
            end

            # nil if the record does not say when pairs were measured.
            #: (Array[Stats::Verdict], Record, Float) -> Chart?
            def pairs(verdicts, record, margin)
              course = Stats::Cost::TimeSeries.of_pairs(record).group_by(&:comparison)
              names = Verdicts::Names.new(verdicts)
              points = verdicts.select { |verdict| verdict.metric == "wall" }.flat_map do |verdict|
                course.fetch(verdict.comparison, []).map { |point| pair(verdict, point, names.of(verdict)) }
              end
              return if points.empty?

              points = points.group_by { |point| point[:group] }.values.flat_map { |own| on_axis(own, margin * 100) }
              words = points.any? { |point| point[:beyond] } ? "#{PAIRS}#{BEYOND}" : PAIRS
              Chart.new(id: "pairs", title: "Every pair", words: words, spec: pairs_spec(points, margin * 100),
                        figures: pair_figures(points))
            end

            # nil if nothing was measured.
            #: (Stats::Steps) -> Chart?
            def steps(steps)
              points = steps.series.values.flat_map { |series| step_points(series, steps) }
              return if points.empty?

              Chart.new(id: "steps", title: "Cost by version", words: [STEPS, *unmeasured(points, steps)].join(" "),
                        spec: steps_spec(points, steps.margin * 100))
            end

            private

            # The band of the margin, with a line at "no change" in its middle; in percent.
            def band(margin, axis = "x")
              [Spec.layer("rect", { axis => { datum: -margin }, "#{axis}2" => { datum: margin } }, color: "var(--band)"),
               Spec.layer("rule", { axis => { datum: 0 } }, color: "var(--faint)")]
            end

            def forest_points(section)
              names = Verdicts::Names.new(section.rows)
              section.rows.each_with_index.filter_map do |row, line|
                next unless row.effect&.finite?

                { group: section.heading, name: names.full(row), line: line, verdict: row.verdict, **change(row),
                  text: "#{names.full(row)}: #{row.verdict}, #{Figures.change(row.effect, row.interval)}" }
              end
            end

            # In percent.
            def change(row)
              low, high = row.interval&.all?(&:finite?) ? row.interval : [row.effect] * 2
              { at: row.effect, low: low, high: high }.transform_values { |share| (share * 100).round(3) }
            end

            def pair(verdict, point, name)
              whole = (verdict.effect * 100).round(2) if verdict.effect&.finite?
              { group: "#{verdict.contender}: #{name}", name: name, at: point.at_s.round(1), off: (point.effect * 100).round(2),
                whole: whole, text: "#{name}: #{Figures.change(point.effect)}" }
            end

            # A pair beyond a robust range is drawn at its end. The margin is always within the range.
            def on_axis(points, margin)
              low, high = [0.25, 0.75].map { |share| Stats::Quantile.of(points.map { |point| point[:off] }, share) }
              reach = FAR * (high - low)
              ends = [[low - reach, -margin].min, [high + reach, margin].max]
              points.map { |point| { **point, drawn: point[:off].clamp(*ends), beyond: !point[:off].between?(*ends) } }
            end

            def pair_figures(points)
              points.group_by { |point| point[:group] }.map do |group, own|
                [group, own.map { |point| format("%.1f s %+.2f %%", point[:at], point[:off]) }.join(", ")]
              end
            end

            def pairs_spec(points, margin)
              place = { x: Steadiness::SECONDS, y: OFF, **TIP }
              shape = { condition: { test: "datum.off > 0", value: "triangle-up" }, value: "triangle-down" }
              whole = Spec.axis("whole", nil).except(:title).merge(aggregate: "min")
              layer = [*band(margin, "y"), Spec.layer("rule", { y: whole }, color: "var(--mark)", strokeWidth: 1.5),
                       Spec.dots(place, filter: "!datum.beyond", opacity: 0.7, color: "var(--mark)"),
                       Spec.dots({ **place, shape: shape }, filter: "datum.beyond", size: 90, color: "var(--unresolved)")]
              Spec.panels(points, layer, height: PAIRS_HEIGHT)
            end

            def step_points(series, steps)
              found = steps.found.select { |change| change.search_key == series.first.search_key }.map(&:to)
              series.select { |step| step.effect&.finite? }.map do |step|
                { group: "#{step.label || step.scenario}, #{step.metric}", name: step.name, position: step.position,
                  **change(step), found: found.include?(step.name),
                  text: "#{[step.name, step.subject].compact.join(" ")}: #{Figures.change(step.effect, step.interval)}" }
              end
            end

            # The axis is of names, so it does not show how many versions are between two of them.
            def unmeasured(points, steps)
              known = points.to_h { |point| point.values_at(:position, :name) }
                            .merge(steps.skipped.to_h { |skip| [skip.position, skip.name] }).sort
              gaps = known.each_cons(2).filter_map do |(low, from), (high, to)|
                "#{high - low - 1} between #{from} and #{to}" if high - low > 1
              end
              "The axis spaces the versions evenly. Not measured: #{gaps.join(", ")}." if gaps.any?
            end

            def steps_spec(points, margin)
              x = { field: "name", type: "ordinal", title: nil, sort: { field: "position", op: "min" },
                    axis: { labelAngle: points.map { |point| point[:name] }.uniq.size > UPRIGHT ? -60 : 0 } }
              layer = [*band(margin, "y"),
                       Spec.layer("line", { x: x, y: STEP }, interpolate: "step-after", color: "var(--faint)"),
                       Spec.layer("rule", { x: x }, filter: "datum.found", strokeDash: [4, 3], color: "var(--slower)"),
                       Spec.interval({ x: x, **TIP }, STEP, side: :y, strokeWidth: 2),
                       Spec.dots({ x: x, y: STEP, **TIP }, size: 60)]
              Spec.panels(points, layer, height: STEPS_HEIGHT)
            end
          end
        end
      end
    end
  end
end
