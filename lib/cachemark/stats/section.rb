# frozen_string_literal: true

module Cachemark
  module Stats
    # The rows of one contender (on one runtime) under its heading.
    Section = Value.define(:heading, :rows) do
      # Sections in the order of their first rows. A heading that two contenders share is told apart by their ids.
      #
      #: (Array[Row]) -> Array[Section]
      def self.of(rows)
        groups = rows.group_by { |row| [row.section || row.contender, row.contender] }
        shared = groups.keys.map(&:first).tally
        groups.map do |(heading, contender), own|
          new(heading: shared[heading] > 1 && heading != contender ? "#{heading} (#{contender})" : heading, rows: own)
        end
      end

      # What a cell is called, and under which heading its row stands.
      #
      #: (Hash) -> Hash[Symbol, Object]
      def self.identity(cell)
        { contender: cell["contender"], notation: cell["notation"], client: cell["client"], scenario: cell["scenario"],
          mode: cell["mode"], label: cell["label"] || "#{cell["contender"]}:#{cell["scenario"]}", section: cell["section"],
          shown: cell.fetch("shown", true), calls: cell["calls"] }
      end
    end
  end
end
