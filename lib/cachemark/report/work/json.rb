# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Work
      # Every row with its commands, by schema/work.json. Figures are of one iteration.
      class JSON
        SCHEMA = "cachemark/work/1"

        #: (Stats::WorkTable) -> void
        def initialize(table)
          @table = table
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@table).head(SCHEMA), rows: @table.shown.map { |row| row.to_h.except(*Stats::Row::INTERNAL) } }
        end
      end
    end
  end
end
