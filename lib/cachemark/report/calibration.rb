# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Calibration as text: the results of the calibration so far.
    module Calibration
      extend Kind
      FORMATS = {
        "terminal" => "a line for each condition",
        "markdown" => "tables for the docs",
        "html" => "one page that loads nothing: the tables",
        "json" => "the same by the schema cachemark/calibration/1"
      }.freeze
      READ_FIRST = "Each run is an ordinary measurement of a change whose size is known. Bounds hold with a confidence of " \
                   "95 %, each separately. Injected: how much more the slower copy really costs. Median: the change that was " \
                   "measured. Detectable: what half of the runs would have detected 19 times in 20."
      # Headings of the tables, by Row#alarms.
      HEADINGS = {
        true => "False alarms: cells of the same code that were reported to differ",
        false => "Slowdowns found: runs that found what was injected, there and nowhere else"
      }.freeze
      # Members of a row that have another name in the document.
      KEYS = { median_change: :seen, detectable: :sees }.freeze
      # Members of a row that the schema does not have: the summary has their figures.
      ONLY_IN_SUMMARY = %i[verdicts].freeze
      SCHEMA = "cachemark/calibration/1"
      private_constant :READ_FIRST, :HEADINGS, :KEYS, :ONLY_IN_SUMMARY, :SCHEMA

      class << self
        #: (Stats::Calibration, Record) -> Document
        def document(calibration, _record)
          Document.new(title: "Cachemark calibration", headline: [*Sentences.of(calibration.summary)], origin: calibration,
                       parts: parts(calibration), data: -> { data(calibration) })
        end

        private

        def parts(calibration)
          sections = sections(calibration.rows)
          read_first = Part::Text.new(text: READ_FIRST, tone: "faint", on: sections.any? ? Part::ALL : Part::PAGE)
          [Part::Heading.new(id: "results", text: "What was found"), read_first, *tables(sections),
           Part::Text.new(text: extent(calibration)), Part::Origin.new(unfold: "How it was measured")]
        end

        # False alarms first.
        def sections(rows)
          HEADINGS.filter_map do |alarms, heading|
            own = rows.select { |row| row.alarms == alarms }
            Stats::Section.new(heading: heading, rows: own) if own.any?
          end
        end

        # A table for each section; a terminal has one table with two parts.
        def tables(sections)
          return [] if sections.empty?

          pages = sections.each_with_index.map do |section, index|
            Table.new(id: "conditions-#{index + 1}", caption: section.heading, sections: [section], columns: columns, slim: true,
                      on: %i[markdown html])
          end
          [Table.new(id: "conditions", caption: "Conditions", sections: sections, columns: columns, on: %i[terminal]), *pages]
        end

        # How much was measured.
        def extent(calibration)
          return "Nothing has been calibrated yet." if calibration.experiments.zero?

          format("%d experiments, %.1f h of measuring, the last on %s.", calibration.experiments, calibration.seconds / 3600,
                 calibration.last[0, 10])
        end

        def columns
          [Column.words("condition", narrow: 14, &:condition), Column.words("judge", &:metric),
           Column.figures("injected", 2, number: :injected.to_proc) { |row| share(row.injected) },
           Column.figures("runs", 5, number: :runs.to_proc) { |row| row.runs.to_s },
           Column.figures("result", number: :hits.to_proc) { |row| "#{row.hits} of #{row.count}" },
           Column.figures("bound (95 %)", 1, number: :bound.to_proc) { |row| bound(row) },
           Column.figures("of runs", 4, number: :run_bound.to_proc) { |row| of_runs(row.run_bound) },
           Column.figures("median", 4, number: :median_change.to_proc) { |row| share(row.median_change) },
           Column.figures("detectable", 3, number: :detectable.to_proc) { |row| share(row.detectable) }]
        end

        # Rounded away from the figure, so that the bound still holds.
        def bound(row)
          return format("at most %.1f %%", (row.bound * 1000).ceil / 10.0) if row.alarms

          format("at least %.1f %%", (row.bound * 1000).floor / 10.0)
        end

        def of_runs(bound) = bound ? format("%.1f %%", (bound * 1000).ceil / 10.0) : ""
        def share(share) = share ? format("%.2f %%", share * 100) : ""

        def data(calibration)
          { **Provenance.new(calibration).head(SCHEMA), summary: Sentences.of(calibration.summary),
            experiments: calibration.experiments, seconds: calibration.seconds, last: calibration.last,
            rows: calibration.rows.map { |row| row.to_h.except(*ONLY_IN_SUMMARY).transform_keys(KEYS) } }
        end
      end
    end
  end
end
