# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Gate decision as text: what `gate` says to people, and to machines that build.
    module Gate
      extend Choice

      FORMATS = {
        "terminal" => "the decision and why, then a verdict per line",
        "markdown" => "a comment or a job summary: decision, table, details to unfold",
        "html" => "one page that loads nothing: the decision, a forest plot, every pair",
        "json" => "the decision with every verdict, by the schema cachemark/gate/1",
        "github" => "annotations, as GitHub reads them from a job's output",
        "junit" => "a test case per cell and metric, as XML"
      }.freeze
    end
  end
end
