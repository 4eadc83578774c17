# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    # The table as one JSON document, by schema/run.json.
    class JSON
      SCHEMA = "cachemark/run/1"

      #: (Stats::Table) -> void
      def initialize(table)
        @table = table
      end

      #: () -> String
      def to_s = "#{::JSON.pretty_generate(to_h)}\n"

      # The document as plain values.
      #
      #: () -> Hash[Symbol, Object]
      def to_h
        { schema: SCHEMA, command: @table.command, cachemark: @table.version,
          started_at: @table.run["started_at"], seed: @table.run["seed"],
          suite: @table.suite, options: @table.options, machine: @table.machine, server: @table.server,
          placement: @table.placement, outcome: @table.outcome, notes: @table.notes,
          rows: @table.shown.map { |row| row(row) } }
      end

      private

      # All of it but `shown`: only rows that are shown get here.
      def row(row) = row.to_h.except(*Stats::Row::INTERNAL)
    end
  end
end
