# frozen_string_literal: true

module Cachemark
  module Report
    module Update
      # A place in a document: says lines, finds line ends, counts published rows.
      module Place
        # What a row of Benchmark ends with: its real time.
        ROW = /\(\s*\d+\.\d+\)[ \t]*\r?$/

        class << self
          # The number of the line at a byte offset, from 1.
          #
          #: (String, Integer) -> Integer
          def line(text, offset) = text.byteslice(0, offset).count("\n") + 1

          # The document's line end: CRLF as soon as its first line ends so.
          #
          #: (String) -> String
          def line_end(text) = text[/\r?\n/] || "\n"

          # How many rows with figures a text holds.
          #
          #: (String) -> Integer
          def rows(text) = text.scan(ROW).size
        end
      end
    end
  end
end
