# frozen_string_literal: true

module Cachemark
  module Report
    # The footnotes of a table, each sentence once, numbered in the order of the rows.
    # A sentence that every row would carry is said once for the whole table instead.
    class Footnotes
      # Rows that make a table: with fewer, a sentence of all rows is still a footnote.
      TABLE = 3

      # Array[String]: the sentences; the first is number 1.
      attr_reader :sentences

      # Array[String]: sentences that hold for every row.
      attr_reader :common

      # The block answers a row's sentences, if `of` does not.
      #
      #: (Array[Row]) ?{ (Row) -> Array[String] } -> void
      def initialize(rows, &of)
        @of = of || self.class.method(:of)
        sentences = rows.map { |row| @of.call(row) }
        @common = rows.size < TABLE ? [] : sentences.reduce(:&)
        @sentences = sentences.flatten.uniq - @common
        @numbers = @sentences.each_with_index.to_h { |sentence, index| [sentence, index + 1] }
      end

      # A row's sentences: why it has no figures, then its footnotes.
      #
      #: (Row) -> Array[String]
      def self.of(row)
        row.ok? ? row.footnotes : [["#{row.status}:", row.reason].compact.join(" "), *row.footnotes]
      end

      # The numbers of a row's sentences.
      #
      #: (Row) -> Array[Integer]
      def numbers(row) = @of.call(row).filter_map { |sentence| @numbers[sentence] }.sort

      # The column with these numbers; on a page each leads to its sentence.
      #
      #: (Integer, **Object) -> Column
      def column(keep, **more)
        links = ->(row) { numbers(row).map { |number| HTML.link(number, "note-#{number}") }.join(", ") }
        Column.words("notes", keep, html: (links if @sentences.any?), **more) { |row| numbers(row).join(",") }
      end

      # The parts of a document below its table: the numbered sentences, then what holds for all of it.
      #
      #: (*String) -> Array
      def parts(*notes) = [Part::Numbered.new(footnotes: self), Part::Notes.new(sentences: [*notes, *@common])]
    end
  end
end
