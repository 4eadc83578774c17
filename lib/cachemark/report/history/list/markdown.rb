# frozen_string_literal: true

module Cachemark
  module Report
    module History
      module List
        # The records as one table.
        class Markdown
          HEADINGS = %w[begun command suite costs ended where id].freeze

          #: (Array[History::Entry]) -> void
          def initialize(entries)
            @entries = entries
          end

          #: () -> String
          def to_s
            rows = @entries.map do |entry|
              [History.time(entry.started_at), entry.command, entry.suite, entry.figures, entry.outcome || "not",
               History.place(entry), entry.id].map { |cell| Markup.text(cell) }
            end
            "## Cachemark history\n\n#{Markup.table(HEADINGS, rows, left: HEADINGS - ["costs"])}\n"
          end
        end
      end
    end
  end
end
