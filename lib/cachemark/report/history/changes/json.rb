# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module History
      module Changes
        # Every change, by schema/history.json.
        class JSON
          # One as plain values.
          #
          #: (History::Change) -> Hash[Symbol, Object]
          def self.plain(change)
            { **change.to_h, direction: change.direction, from: change.from.to_h, to: change.to.to_h }
          end

          #: (History::Review) -> void
          def initialize(review)
            @review = review
          end

          #: () -> String
          def to_s = History.json("changes", **@review.to_h, changes: @review.changes.map { |change| self.class.plain(change) })
        end
      end
    end
  end
end
