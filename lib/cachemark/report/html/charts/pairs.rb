# frozen_string_literal: true

module Cachemark
  module Report
    class HTML
      module Charts
        # Every pair of a comparison in the order of time: its spread, and whether it drifted.
        module Pairs
          HEIGHT = 130
          X = { field: "at", type: "quantitative", title: "seconds since the measurement began", axis: { tickCount: 8 },
                scale: { zero: false, nice: false } }.freeze
          Y = { field: "off", type: "quantitative", title: "effect, %", scale: { zero: false }, axis: { tickCount: 5 } }.freeze
          WORDS = "Each dot is one pair of fresh processes; the line is the verdict's effect. Dots that wander together over " \
                  "time mean a machine that changed."
          private_constant :HEIGHT, :X, :Y, :WORDS

          class << self
            # nil where the record does not tell when pairs were measured.
            #
            #: (Array[Stats::Verdict], Array[Stats::Course::PairPoint], margin: Float) -> Chart?
            def of(verdicts, course, margin:)
              course = course.group_by(&:comparison)
              names = Verdicts::Names.new(verdicts)
              points = verdicts.select { |verdict| verdict.metric == "wall" }.flat_map do |verdict|
                course.fetch(verdict.comparison, []).map { |point| point(verdict, point, names) }
              end
              return if points.empty?

              Chart.new(id: "pairs", title: "Every pair", words: WORDS, spec: spec(points, margin * 100),
                        figures: figures(points))
            end

            private

            def point(verdict, point, names)
              name = names.of(verdict)
              whole = (verdict.effect * 100).round(2) if verdict.effect&.finite?
              { group: "#{verdict.contender}: #{name}", name: name, at: point.at_s.round(1), off: (point.effect * 100).round(2),
                whole: whole, text: "#{name}: #{Effects.of(point.effect)}" }
            end

            def figures(points)
              points.group_by { |point| point[:group] }.map do |group, own|
                [group, own.map { |point| format("%.1f s %+.2f %%", point[:at], point[:off]) }.join(", ")]
              end
            end

            def spec(points, margin)
              Facets.spec(points, [*Forest.band(margin, "y"),
                                   { mark: { type: "rule", color: "var(--mark)", strokeWidth: 1.5 },
                                     encoding: { y: { field: "whole", type: "quantitative", aggregate: "min" } } },
                                   { mark: { type: "point", filled: true, opacity: 0.7, color: "var(--mark)" },
                                     encoding: { x: X, y: Y, tooltip: { field: "text" } } }], height: HEIGHT)
            end
          end
        end
      end
    end
  end
end
