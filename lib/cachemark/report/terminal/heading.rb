# frozen_string_literal: true

module Cachemark
  module Report
    class Terminal
      # A section's heading with what it was asked as, where the two differ.
      module Heading
        #: (Stats::Section) -> String
        def self.of(section)
          notation = section.rows.first.notation
          notation.nil? || notation == section.heading ? section.heading : "#{section.heading}  (#{notation})"
        end
      end
    end
  end
end
