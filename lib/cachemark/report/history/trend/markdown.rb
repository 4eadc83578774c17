# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module Trend
        # A table of each line of each series, and in sentences where it moved.
        class Markdown
          HEADINGS = ["begun", "version", "time per call", "x socket", "record"].freeze

          #: (Array[History::Trend]) -> void
          def initialize(trends)
            @trends = trends
          end

          #: () -> String
          def to_s = "#{@trends.flat_map { |trend| series(trend) }.join("\n\n")}\n"

          private

          def series(trend)
            sentences = Markup.list(trend.changes.map { |change| Changes::Sentences.of(change) })
            ["## #{Markup.text(History.name(trend))}", *(sentences unless sentences.empty?),
             *trend.lines.flat_map { |line| [Markup.text(History.place(line, runtime: line.runtime)), table(line)] }]
          end

          def table(line)
            rows = line.points.map do |point|
              [History.time(point.at), Markup.text(point.version), Figures.time_of(point),
               Markup.text(Figures.ratio(point.socket_ratio, point.socket_ratio_interval)), point.entry_id]
            end
            Markup.table(HEADINGS, rows, left: %w[begun version record])
          end
        end
      end
    end
  end
end
