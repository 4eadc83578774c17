# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::OpenLoop as text: latencies at rates.
    module OpenLoop
      extend Choice

      FORMATS = {
        "terminal" => "a line for each rate: percentiles of latency, and the highest rate that held",
        "markdown" => "the same for a page or a pull request",
        "html" => "one page that loads nothing: latency over rate, every figure's origin",
        "json" => "every figure and its origin, by the schema cachemark/open-loop/1",
        "csv" => "one line per rate, for a spreadsheet",
        "tidy" => "CSV of one line per figure, for a data frame",
        "github-action-benchmark" => "entries for customSmallerIsBetter",
        "bencher" => "Bencher's Metric Format"
      }.freeze

      # What a reader has to know before the table.
      READ_FIRST = "Open loop: each call is due at its own time, whether or not the one before has been answered. Latency " \
                   "counts from when a call was due; a percentile is there only if ten calls took longer, in brackets its " \
                   "95 % interval over fresh processes. busy: the share of the time in which a call was under way."
    end
  end
end
