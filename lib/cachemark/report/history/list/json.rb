# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module History
      module List
        # Every entry, by schema/history.json.
        class JSON
          #: (Array[History::Entry]) -> void
          def initialize(entries)
            @entries = entries
          end

          #: () -> String
          def to_s = History.json("list", entries: @entries.map(&:to_h))
        end
      end
    end
  end
end
