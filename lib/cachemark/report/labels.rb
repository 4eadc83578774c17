# frozen_string_literal: true

module Cachemark
  module Report
    # What a row is called: as published, or short where its heading says the rest.
    class Labels
      #: (Array[Row]) -> void
      def initialize(rows)
        @sync = rows.all? { |row| row.mode == "sync" }
      end

      # The published label; with its mode where a table has others than sync.
      #
      #: (Row) -> String
      def published(row) = with_mode(row.label, row)

      # The label without the contender or client that its section names already.
      #
      #: (Row) -> String
      def short(row)
        label = row.label.delete_prefix("#{row.contender}:").delete_prefix("#{row.section}:").delete_suffix(":#{client(row)}")
        with_mode(label, row)
      end

      private

      def with_mode(label, row) = @sync ? label : "#{label}:#{row.mode}"

      def client(row) = row.client.to_s.split("/").last
    end
  end
end
