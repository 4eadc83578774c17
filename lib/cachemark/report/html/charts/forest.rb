# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Effects with their intervals around no change, over the band that counts as the same.
        module Forest
          WORDS = "What a call costs more (right) or less (left) than with the baseline, with its interval. Inside the band it " \
                  "counts as the same."
          private_constant :WORDS

          class << self
            # nil where nothing has an effect.
            #
            #: (Array[Stats::Verdict], margin: Float) -> Chart?
            def of(verdicts, margin:)
              points = Verdicts.sections(verdicts).flat_map { |section| points(section) }
              Chart.new(id: "forest", title: "Effects", words: WORDS, spec: spec(points, margin * 100)) if points.any?
            end

            # The band of what counts as the same, and no change in its middle; in percent.
            #
            #: (Float, ?String) -> Array[Hash]
            def band(margin, axis = "x")
              [{ mark: { type: "rect", color: "var(--band)" },
                 encoding: { axis => { datum: -margin }, "#{axis}2" => { datum: margin } } },
               { mark: { type: "rule", color: "var(--faint)" }, encoding: { axis => { datum: 0 } } }]
            end

            private

            def points(section)
              names = Verdicts::Names.new(section.rows)
              section.rows.each_with_index.filter_map do |row, line|
                next unless row.effect&.finite?

                low, high = row.interval&.all?(&:finite?) ? row.interval : [row.effect] * 2
                { group: section.heading, name: names.full(row), line: line, verdict: row.verdict,
                  at: percent(row.effect), low: percent(low), high: percent(high),
                  text: "#{names.full(row)}: #{row.verdict}, #{Effects.of(row.effect, row.interval)}" }
              end
            end

            def percent(share) = (share * 100).round(3)

            # Each verdict in its colour; only those that came.
            def colour(points)
              words = Effects::SIGNS.keys & points.map { |point| point[:verdict] }
              { field: "verdict", type: "nominal", title: nil,
                scale: { domain: words, range: words.map { |word| "var(--#{word})" } } }
            end

            def spec(points, margin)
              y = Facets.names("line")
              x = Facets.figures("at", "effect, %")
              shared = { y: y, color: colour(points), tooltip: { field: "text" } }
              Facets.spec(points, [*band(margin),
                                   { mark: { type: "rule", strokeWidth: 2 },
                                     encoding: { **shared, x: x.merge(field: "low"), x2: { field: "high" } } },
                                   { mark: { type: "point", filled: true, size: 70 }, encoding: { **shared, x: x } }])
            end
          end
        end
      end
    end
  end
end
