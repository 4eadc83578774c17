# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module Trend
        # One line as a chart in plain text: a row for each point, its release where that is another one than before, and a
        # mark where the series moved.
        class Chart
          GAP = "  "
          # What a place in a scale needs to know.
          Mark = Value.define(:effect, :interval)
          # What a chart needs at least beside the names and figures.
          CHART = 12
          private_constant :GAP, :Mark, :CHART

          #: (History::Line, Array[History::Change], Page) -> void
          def initialize(line, changes, page)
            @line = line
            @points = line.points
            @changes = changes
            @page = page
          end

          #: () -> String
          def to_s = [heading, *earlier, *@points.each_index.flat_map { |place| [*moved(place), row(place)] }].join("\n")

          private

          def heading = @page.paint.faint(@page.wrap(History.place(@line, runtime: @line.runtime)))

          def earlier
            count = @line.count - @points.size
            [@page.paint.faint("#{GAP}... #{count} earlier: --last #{@line.count} shows all")] if count.positive?
          end

          def moved(place)
            @changes.select { |change| change.to == @points[place] }.map do |change|
              text = [Effects.of(change.effect, change.interval), *("x socket" if change.metric == "socket_ratio")].join(" ")
              @page.paint.verdict(change.direction, Wrap.cut("> #{versions(change)}#{text}", @page.width))
            end
          end

          def versions(change)
            change.from.version == change.to.version ? "" : "#{change.from.version} -> #{change.to.version}: "
          end

          def row(place)
            texts = columns.map.with_index { |column, at| column[place].ljust(widths[at]) }
            [GAP, texts.join(GAP), *([GAP, scale.line(marks[place])] if room >= CHART)].join.rstrip
          end

          # x socket goes where even that has no room; the chart before it.
          def columns
            @columns ||= begin
              all = [dates, releases, @points.map { |point| Figures.time_of(point) },
                     @points.map { |point| Figures.ratio(point.socket_ratio, point.socket_ratio_interval) }]
              left(all) >= 0 ? all : all.first(3)
            end
          end

          def left(columns) = @page.width - columns.sum { |texts| texts.map(&:size).max + GAP.size } - GAP.size
          def room = left(columns)
          def widths = @widths ||= columns.map { |texts| texts.map(&:size).max }
          def dates = @points.map { |point| History.time(point.at) }

          # Said where it changes.
          def releases
            before = [nil, *@points.map(&:version)]
            @points.each_with_index.map { |point, at| before[at] == point.version ? "" : point.version }
          end

          def marks
            @marks ||= @points.map do |point|
              Mark.new(effect: share(point.wall_ns), interval: point.interval&.map { |bound| share(bound) })
            end
          end

          def share(wall_ns) = (wall_ns / @points.first.wall_ns) - 1
          def scale = @scale ||= Find::Scale.new(marks, room)
        end
      end
    end
  end
end
