# frozen_string_literal: true

module Cachemark
  module Report
    # The published tables, byte for byte: the suite's layout decides whether they
    # stand as in memcached_bench's README, as in Dalli's Performance.md, or as in the gevent bench's README.
    class Classic
      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s
        return Gevent.new(@table).to_s if @table.suite["layout"] == "gevent"

        "#{[preamble, tables, provenance].join("\n")}\n"
      end

      private

      def origin = @origin ||= Origin.new(@table)
      def versions? = @table.suite["layout"] == "versions"
      def preamble = versions? ? "#{origin.sentence}\n" : "#{[*origin.homepages, origin.testing].join("\n")}\n"
      def provenance = ["Test Server:", "", *origin.list].join("\n")

      def tables
        return Sections.new(@table).to_s unless versions?

        Versions.new(@table).blocks.map { |block| "#{block.text(indent: "    ")}\n" }.join("\n")
      end
    end
  end
end
