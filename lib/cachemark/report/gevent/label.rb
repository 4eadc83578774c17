# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # What a mode is called in the document: "gevent-08".
      module Label
        FORM = /\A(?<name>[a-z]+)-(?<workers>\d+)(?<shared>,shared)?\z/
        private_constant :FORM

        class << self
          # `plain` leaves out what the published labels did not say.
          #
          #: (String, ?plain: bool) -> String
          def of(mode, plain: false)
            parts = mode.match(FORM) or return mode
            format("%s-%02d%s", parts[:name], parts[:workers], plain ? "" : parts[:shared])
          end

          # In the document's order: sync, then the others backwards.
          #
          #: (Array[Row]) -> Array[Row]
          def sorted(rows)
            sync, others = rows.partition { |row| row.mode == "sync" }
            sync + others.sort_by { |row| of(row.mode) }.reverse
          end
        end
      end
    end
  end
end
