# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module History
      module Trend
        # Every point of every line, and where the series moved, by schema/history.json.
        class JSON
          #: (Array[History::Trend]) -> void
          def initialize(trends)
            @trends = trends
          end

          #: () -> String
          def to_s = History.json("trend", series: @trends.map { |trend| series(trend) })

          private

          def series(trend)
            { **trend.to_h, lines: trend.lines.map { |line| { **line.to_h, points: line.points.map(&:to_h) } },
                            changes: trend.changes.map { |change| Changes::JSON.plain(change) } }
          end
        end
      end
    end
  end
end
