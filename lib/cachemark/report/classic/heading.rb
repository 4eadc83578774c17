# frozen_string_literal: true

module Cachemark
  module Report
    class Classic
      # What stands behind `Testing` in the heading of a block.
      module Heading
        PREFIX = "Testing "

        # The suite's heading; the version where the suite has none.
        #
        #: (Row) -> String
        def self.of(row)
          return row.section.delete_prefix(PREFIX) if row.section && row.section != row.contender

          [row.version || row.contender, options(row)].compact.join(" ")
        end

        # What was asked for beside the version.
        def self.options(row)
          given = row.notation.to_s.split(",").drop(1)
          "(#{given.join(", ")})" if given.any?
        end
        private_class_method :options
      end
    end
  end
end
