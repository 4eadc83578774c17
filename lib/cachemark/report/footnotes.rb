# frozen_string_literal: true

module Cachemark
  module Report
    # The footnotes of a table, each sentence once, numbered in the order of the rows.
    class Footnotes
      # Array[String]: the sentences; the first is number 1.
      attr_reader :sentences

      #: (Array[Row]) -> void
      def initialize(rows)
        @sentences = rows.flat_map { |row| self.class.of(row) }.uniq
        @numbers = @sentences.each_with_index.to_h { |sentence, index| [sentence, index + 1] }
      end

      # A row's sentences: why it has no figures, then its own footnotes.
      #
      #: (Row) -> Array[String]
      def self.of(row)
        row.ok? ? row.footnotes : [["#{row.status}:", row.reason].compact.join(" "), *row.footnotes]
      end

      # The numbers of a row's sentences.
      #
      #: (Row) -> Array[Integer]
      def numbers(row) = self.class.of(row).map { |sentence| @numbers[sentence] }
    end
  end
end
