# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Calibration as text: what a calibration has shown so far.
    module Calibration
      extend Choice

      FORMATS = {
        "terminal" => "a line for each condition",
        "markdown" => "tables for the docs",
        "html" => "one page that loads nothing: the tables",
        "json" => "the same by the schema cachemark/calibration/1"
      }.freeze

      # What a reader has to know before the table.
      READ_FIRST = "Each run is an ordinary measurement of which the truth is known. Bounds hold with a confidence of 95 %, " \
                   "each for itself. Injected: what the slower copy really costs more. Median: the effect that was " \
                   "measured. Sees: what half of the runs would have found 19 times in 20."
      # Headings of the sections, by Row#alarms.
      HEADINGS = {
        true => "False alarms: cells of the same code that were told to differ",
        false => "Slowdowns found: runs that found what was injected, there and nowhere else"
      }.freeze

      class << self
        # False alarms first.
        #
        #: (Array[Stats::Power::Row]) -> Array[Stats::Section]
        def sections(rows)
          HEADINGS.filter_map do |alarms, heading|
            own = rows.select { |row| row.alarms == alarms }
            Stats::Section.new(heading: heading, rows: own) if own.any?
          end
        end

        # How much was measured.
        #
        #: (Stats::Calibration) -> String
        def extent(calibration)
          return "Nothing has been calibrated yet." if calibration.experiments.zero?

          format("%d experiments, %.1f h of measuring, the last on %s", calibration.experiments, calibration.seconds / 3600,
                 calibration.last[0, 10])
        end
      end
    end
  end
end
