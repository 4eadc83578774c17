# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module Trend
        # A chart of each line of each series.
        class Terminal
          READ_FIRST = "Cost of a call relative to the first one shown of its line, with its interval; o is the estimate, " \
                       "| no change. Only what stands in one line is comparable in time; x socket is across machines too."

          #: (Array[History::Trend], **Object) -> void
          def initialize(trends, **page)
            @trends = trends
            @page = Page.new(**page)
          end

          #: () -> String
          def to_s
            @page.text(@page.paint.faint(@page.wrap(READ_FIRST)), *@trends.flat_map { |trend| series(trend) })
          end

          private

          def series(trend)
            charts = trend.lines.map { |line| Chart.new(line, trend.changes, @page).to_s }
            charts[0] = "#{@page.paint.strong(History.name(trend))}\n#{charts[0]}"
            charts
          end
        end
      end
    end
  end
end
