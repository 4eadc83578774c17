# frozen_string_literal: true

module Cachemark
  module Report
    module Update
      # The form of memcached_bench's README: a fence between two comments.
      class Markers
        FIRST = "<!-- results_table -->"
        LAST = "<!-- result_table_end -->"

        #: (String, String) -> void
        def initialize(text, path)
          @text = text
          @path = path
        end

        # Raises Usage unless both markers stand once and in order.
        #
        #: () -> void
        def check
          first = only(FIRST)
          last = only(LAST)
          return if first < last

          raise refusal(last, "#{LAST} stands before #{FIRST} (line #{Place.line(@text, first)})", "put #{FIRST} first")
        end

        # The text with the table between its markers, and the warnings.
        #
        #: (Stats::Table) -> [String, Array[String]]
        def with(table)
          start = only(FIRST) + FIRST.bytesize
          stop = only(LAST)
          old = @text.byteslice(start, stop - start)
          rest = @text.byteslice(stop..)
          ["#{@text.byteslice(0, start)}#{fenced(table)}#{rest}", [fewer(old, table), server_list(rest, table)].compact]
        end

        private

        def only(marker)
          places = offsets(marker)
          return places.first if places.size == 1

          first, second = places
          raise refusal(second, "#{marker} stands twice (first in line #{Place.line(@text, first)})", "keep one") if second

          raise refusal(@text.chomp.bytesize, "there is no #{marker}", "put #{FIRST} and #{LAST} where the table belongs")
        end

        def offsets(marker)
          places = []
          place = -1
          places << place while (place = @text.index(marker, place + 1))
          places
        end

        def refusal(offset, what, try) = Usage.new("#{@path}:#{Place.line(@text, offset)}: #{what}", try: try)

        def fenced(table)
          "\n```\n#{Classic::Sections.new(table)}```\n".gsub("\n", Place.line_end(@text)).b
        end

        def fewer(old, table)
          before = Place.rows(old)
          now = table.shown.count(&:ok?)
          "#{now} rows replace the #{before} that stood there" if now < before
        end

        def server_list(rest, table)
          found = rest.match(/^Test Server:[ \t]*\r?\n(?:[ \t]*\r?\n)*((?:[-*][^\n]*(?:\n|\z))+)/)
          return unless found

          origin = Classic::Origin.new(table)
          wanted = [origin.machine, *origin.runtimes.map { |runtime| "- #{runtime}" }]
          return if wanted.all? { |line| found[1].include?(line.b) }

          line = Place.line(@text, @text.bytesize - rest.bytesize + found.begin(0))
          "line #{line}: the list `Test Server:` tells of another machine or Ruby; this run's is: #{wanted.join(" ")}"
        end
      end
    end
  end
end
