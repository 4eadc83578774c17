# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Selftest as text: what was known, and what the judge made of it.
    module Selftest
      extend Choice

      FORMATS = {
        "terminal" => "a line for each control: what was right, and what was said",
        "html" => "one page that loads nothing: every control and what was made of it",
        "json" => "the same by the schema cachemark/selftest/1"
      }.freeze
    end
  end
end
