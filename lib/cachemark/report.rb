# frozen_string_literal: true

module Cachemark
  # Tables as text. Every report is made with `new(table, **options)` and says itself with `to_s`.
  # Here are those of `run`; Work, Comparison, Gate and Find have theirs, by the same names.
  module Report
    extend Choice

    # The formats of `--format`, by name, with a line for `list` and `help`.
    FORMATS = {
      "terminal" => "a table to read, as wide as the terminal",
      "classic" => "the published layouts, byte for byte",
      "gevent" => "the layout of the gevent bench, byte for byte",
      "markdown" => "a table per contender, with footnotes and provenance",
      "html" => "one page that loads nothing: charts, a table that sorts, every figure's origin",
      "json" => "every figure and its origin, by the schema cachemark/run/1",
      "csv" => "one line per row, for a spreadsheet",
      "tidy" => "CSV of one line per figure, for a data frame",
      "benchstat" => "the Go benchmark format, one line per process",
      "github-action-benchmark" => "entries for customSmallerIsBetter",
      "bencher" => "Bencher's Metric Format"
    }.freeze

    # The published layouts have a folder of their own.
    def self.named(name) = Published::LAYOUTS.key?(name) ? Published.layout(name) : super
  end
end
