# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # One library's tables: `set`, then `get`.
      Library = Value.define(:name, :tables) do
        # Those of a table of stats, sorted by name.
        #
        #: (Stats::Table) -> Array[Library]
        def self.all(table)
          figures = table.suite["published"] ? PublishedFigures : Figures
          table.sections.sort_by(&:heading).map do |section|
            new(name: section.heading, tables: tables(section, figures))
          end
        end

        # The document prints the rate of the first table, of sets, in all of them.
        def self.tables(section, figures)
          groups = section.rows.group_by(&:scenario).values
          groups.map { |rows| Grid.new(section.heading, rows, figures: figures, firsts: groups.first) }.freeze
        end
        private_class_method :tables

        #: () -> Array[Row]
        def rows = tables.flat_map(&:rows)
      end
    end
  end
end
