# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::WorkTable as text: what `work` saw.
    module Work
      extend Choice

      FORMATS = {
        "terminal" => "a table of commands, round trips and bytes, with footnotes",
        "markdown" => "the same for a page or a pull request",
        "html" => "one page that loads nothing: what each row sends, as a chart and a table",
        "json" => "every command and its origin, by the schema cachemark/work/1"
      }.freeze

      READ_FIRST = "One iteration through a proxy, after others that warm it up; nothing is timed. Commands by the names of " \
                   "the protocol; out and in are bytes, with everything that is sent around keys and values."
    end
  end
end
