# frozen_string_literal: true

module Cachemark
  module Report
    # The README of the gevent bench (document 002), byte for byte, as far as its tables go: a table for each library and
    # scenario, a row for each mode, with right figures. What makes a row something else than its neighbours
    # stands below the tables of its library, and where everything comes from below all of them.
    class Gevent
      HEADING = "results\n-------\n"

      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s = "#{HEADING}#{body}"

      # What stands below the heading `results`.
      #
      #: () -> String
      def body = "\n\n#{[*Library.all(@table).flat_map { |library| told(library) }, provenance].join("\n")}"

      private

      def told(library)
        marks = [*Marks.new(library).lines, *(flaws(library) if published?)]
        [*library.tables.map(&:to_s), *(list(marks) if marks.any?)]
      end

      def flaws(library) = [*Flaws.of(library.tables.flat_map(&:printed)), *Averages.of(library)]

      def published? = @table.suite["published"] == true

      def provenance = list([*origin.facts_of_run.map { |line| line.delete_prefix("- ") }, extent, *@table.notes].compact)

      def origin = Classic::Origin.new(@table)

      def extent
        processes = @table.listed.select(&:ok?).map(&:processes).minmax.uniq.compact
        return if processes.empty?

        of = processes == [1] ? "one process" : "medians over #{processes.join(" to ")} fresh processes"
        "#{@table.run["started_at"].to_s[0, 10]}: #{published? ? "one pass" : of} of each row"
      end

      # As in the document, which is text first.
      def list(sentences) = sentences.map { |sentence| "- #{sentence.tr("\n", " ")}\n" }.join
    end
  end
end
