# frozen_string_literal: true

module Cachemark
  module Report
    module Calibration
      # What a calibration has shown so far, as a page.
      class HTML
        Page = Report::HTML
        # What the columns that are figures are sorted by.
        VALUES = { "injected" => :injected, "runs" => :runs, "result" => :hits, "bound (95 %)" => :bound, "of runs" => :run_bound,
                   "median" => :seen, "sees" => :sees }.transform_values { |name| { value: name.to_proc } }.freeze
        private_constant :Page, :VALUES

        #: (Stats::Calibration, ?record: Record?) -> void
        def initialize(calibration, record: nil)
          @calibration = calibration
          @path = record&.path
        end

        #: () -> String
        def to_s
          lead = [Sentences.of(@calibration.summary), Calibration.extent(@calibration)].compact
                                                                         .map { |sentence| "#{sentence.delete_suffix(".")}." }
          Page::Document.new(@calibration, title: "Calibration", lead: lead, sections: [results], record: @path).page
        end

        private

        def results
          grids = Calibration.sections(@calibration.rows).each_with_index.map do |section, index|
            Page::Grid.new(id: "conditions-#{index + 1}", caption: section.heading, rows: section.rows,
                           columns: columns(section.rows)).to_s
          end
          Page::Section.new(id: "results", heading: "What was found", body: "<p>#{Erubi.h(READ_FIRST)}</p>#{grids.join}")
        end

        # Those that have something to say.
        def columns(rows)
          Page::Column.of(Columns.all, VALUES).select { |column| rows.any? { |row| column.cell.call(row) != "" } }
        end
      end
    end
  end
end
