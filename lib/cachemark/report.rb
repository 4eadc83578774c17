# frozen_string_literal: true

require "json"

module Cachemark
  # Reports. A command's module here (Run, OpenLoop, Work, Comparison, Gate, Find, Selftest, Calibration, Doctor, Check and those
  # of History) makes a Document of what was measured; Terminal, Markdown and HTML show its parts, JSON prints its data, and
  # `exports` are the formats of other programs.
  module Report
  end
end
