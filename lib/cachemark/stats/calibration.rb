# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything a report may know about a calibration: `rows` of Power, how many `experiments` there
    # were, the pilots among them, how long they measured (`seconds`), and when the `last` one ended.
    # It never ends: there may always be one more.
    Calibration = Value.define(:run, :rows, :experiments, :seconds, last: nil, environments: [].freeze, outcome: nil,
                                                                    notes: [].freeze) do
      include RunFacts

      #: (Record) -> Calibration
      def self.of(record)
        lines = record.experiments
        new(run: record.run, rows: Power.of(record).freeze, experiments: lines.size,
            seconds: lines.sum { |line| line["seconds"] || 0 }.to_f, last: lines.last&.fetch("at"))
      end

      # String or nil: what it means to who reads a verdict.
      def summary = Power.sentence(rows)
    end
  end
end
