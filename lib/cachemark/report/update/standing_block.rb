# frozen_string_literal: true

module Cachemark
  module Report
    module Update
      # A `Testing ...` block as it stands in a document: its lines by number (from 0),
      # `last` being the last of its rows.
      StandingBlock = Value.define(:heading, :indent, :first, :last) do
        # The blocks of a document, in order.
        #
        #: (Array[String]) -> Array[StandingBlock]
        def self.all(lines)
          lines.each_index.filter_map { |index| at(lines, index) }
        end

        # The block whose heading is the line at `index`; nil where none begins.
        #
        #: (Array[String], Integer) -> StandingBlock?
        def self.at(lines, index)
          found = lines[index].match(/\A([ \t]*)(Testing \S.*?)\s*\z/)
          return unless found && lines[index + 1]&.match?(/\A\s*user\s+system\s+total\s+real\s*\z/)

          rows = lines.drop(index + 2).take_while { |line| line.match?(/\S/) && !line.lstrip.start_with?("```") }
          new(heading: found[2], indent: found[1], first: index, last: index + 1 + rows.size)
        end

        # The runtime that the heading names; nil where it names none.
        #
        #: () -> String?
        def runtime = heading[/ with (\S+ .+)\z/, 1]
      end
    end
  end
end
