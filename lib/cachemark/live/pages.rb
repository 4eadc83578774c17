# frozen_string_literal: true

module Cachemark
  module Live
    # A table that may be longer than the screen: its pages take turns.
    class Pages
      # Seconds that a page stands: long enough to be read.
      TURN_S = 4

      #: (clock: #call) -> void
      def initialize(clock:)
        @clock = clock
        @began_s = clock.call
        @count = 1
      end

      # Whether it is the turn of another page than the one that was shown.
      def turned? = @count > 1 && turn != @shown

      # The lines that fit, of sections of which each has its heading first; what is apart where there is room for that
      # is close where there is not.
      #
      #: (Array[Array[String]], Integer) -> Array[String]
      def of(sections, room)
        apart = sections.flat_map { |lines| ["", *lines] }.drop(1)
        close = sections.flatten
        pages = close.size > room ? packed(sections, [room - 1, 2].max) : [[apart, close].find { |lines| lines.size <= room }]
        @count = pages.size
        @shown = turn
        @count > 1 ? [*pages[@shown], "page #{@shown + 1} of #{@count}"] : pages.first
      end

      # As many lines as fit: the rest is counted.
      #
      #: (Array[String], Integer) -> Array[String]
      def self.fitting(lines, room)
        lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
      end

      private

      def turn = ((@clock.call - @began_s) / TURN_S).floor % @count

      # A heading begins every page that has rows of its section, and ends none.
      def packed(sections, room)
        sections.each_with_object([[]]) do |(heading, *rows), pages|
          rows.each_with_index do |row, index|
            pages << [] if pages.last.size + (index.zero? ? 2 : 1) > room
            pages.last << heading if index.zero? || pages.last.empty?
            pages.last << row
          end
        end
      end
    end
  end
end
