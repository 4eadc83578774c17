# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # A chart in plain text: a line for each point, with "o" for the estimate, "-" for its interval and "|" for no change.
      class TextChart
        GAP = "  "
        # The minimum width of the chart, next to the cells.
        CHART = 12
        # The minimum number of characters that remain of a name after a cut.
        NAME = 8
        private_constant :GAP, :CHART, :NAME

        #: (Part::TextChart, Integer, Colours) -> void
        def initialize(chart, width, colours)
          @chart = chart
          @width = width
          @colours = colours
          @points = chart.entries.grep(Part::Point)
          @widths = widths
          @low, @high = [0.0, *effects].minmax
        end

        def to_s
          title = Wrap.text(@chart.title, @width)
          [@colours.tone(@chart.tone, title), *@chart.entries.map { |entry| line(entry) }].join("\n")
        end

        private

        def effects = @points.flat_map { |point| [point.effect, *point.interval] }.compact.select(&:finite?)

        # The width of each column of cells. The first column is cut to make room for the chart; if that is not enough, the
        # last column is removed.
        def widths
          all = @points.map(&:cells).reduce([]) do |most, cells|
            cells.each_with_index.map { |cell, at| [most[at] || 0, Wrap.columns(cell)].max }
          end
          over = taken(all) + CHART - @width
          return all unless over.positive? && all.any?

          all = [[all.first - over, [all.first, NAME].min].max, *all.drop(1)]
          all.size > 3 && taken(all) > @width ? all[0..-2] : all
        end

        def taken(widths) = widths.sum { |width| width + GAP.size } + GAP.size
        def room = @width - taken(@widths)

        def line(entry)
          case entry
          when Part::Gap then @colours.faint("#{GAP}#{entry.text}")
          when Part::Change then @colours.tone(entry.tone, Wrap.cut("> #{entry.text}", @width))
          else point(entry)
          end
        end

        def point(point)
          cells = @widths.zip(point.cells).map { |width, cell| Wrap.pad(Wrap.cut(cell.to_s, width), width) }
          text = [GAP, cells.join(GAP), *([GAP, scale(point)] if point.drawn && room >= CHART)].join.rstrip
          point.drawn ? text : @colours.faint(text)
        end

        def scale(point)
          line = " " * room
          line[place(0.0)] = "|"
          return line unless point.effect

          low, high = (point.interval || [point.effect] * 2).map { |bound| place(bound) }
          (low..high).each { |place| line[place] = "-" }
          line[place(point.effect)] = "o"
          line
        end

        # All points are in the first column if nothing differs. Points outside the range are at the edge.
        def place(effect)
          return 0 if @high == @low

          ((effect.clamp(@low, @high) - @low) / (@high - @low) * (room - 1)).round
        end
      end
    end
  end
end
