# frozen_string_literal: true

module Cachemark
  module Report
    # Stats::Steps as text: which release or commit changed the cost.
    module Find
      extend Choice

      FORMATS = {
        "terminal" => "the answer, then a chart of every version that was measured",
        "markdown" => "the answer and a table of steps",
        "html" => "one page that loads nothing: the answer, a step chart, every version",
        "json" => "found, steps and skipped, by the schema cachemark/find/1"
      }.freeze
    end
  end
end
