# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Comparison as text: what `compare` found.
    module Comparison
      extend Choice

      FORMATS = {
        "terminal" => "a sentence, then a verdict per line",
        "markdown" => "a comment for a pull request: summary, table, details to unfold",
        "html" => "one page that loads nothing: the verdicts, a forest plot, every pair",
        "json" => "every verdict and its origin, by the schema cachemark/compare/1",
        "csv" => "one line per verdict, for a spreadsheet",
        "tidy" => "CSV of one line per figure, for a data frame"
      }.freeze
    end
  end
end
