# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module OpenLoop
      # Every cell at every rate, by schema/open-loop.json.
      class JSON
        SCHEMA = "cachemark/open-loop/1"

        #: (Stats::OpenLoop) -> void
        def initialize(table)
          @table = table
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@table).head(SCHEMA), rows: @table.shown.map { |row| row.to_h.except(*Stats::Row::INTERNAL) },
            highest_rate: @table.highest.map(&:to_h) }
        end
      end
    end
  end
end
