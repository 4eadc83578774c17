# frozen_string_literal: true

module Cachemark
  module Live
    # A table that may be longer than the screen.
    class Pages
      def initialize
        @page = 0
      end

      # The lines that fit; of a longer table another page each time.
      #
      #: (Array[String], Integer) -> Array[String]
      def next(lines, room)
        return lines if lines.size <= room

        pages = lines.each_slice(room).to_a
        index = @page % pages.size
        @page += 1
        first = (index * room) + 1
        pages[index] + ["  rows #{first} to #{first + pages[index].size - 1} of #{lines.size}"]
      end

      # As many lines as fit: the rest is counted.
      #
      #: (Array[String], Integer) -> Array[String]
      def self.fitting(lines, room)
        lines.size > room ? lines.first(room) + ["  ... #{lines.size - room} more"] : lines
      end
    end
  end
end
