# frozen_string_literal: true

module Cachemark
  module Report
    # What a row is called: as published, or short where its heading says the rest.
    class Labels
      #: (Array[Row]) -> void
      def initialize(rows)
        @modes = rows.map(&:mode).uniq
      end

      # The published label; the mode stands behind it where a table has several.
      #
      #: (Row) -> String
      def published(row) = @modes.size > 1 ? "#{row.label}:#{row.mode}" : row.label

      # The label without the contender or client that its section names already.
      #
      #: (Row) -> String
      def short(row)
        published(row).delete_prefix("#{row.contender}:").delete_prefix("#{row.section}:").delete_suffix(":#{client(row)}")
      end

      private

      def client(row) = row.client.to_s.split("/").last
    end
  end
end
