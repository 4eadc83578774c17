# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report needs of a calibration: `rows` of Power, how many `experiments` there were, the pilots among
    # them, how long they measured (`seconds`), and when the `last` one ended. A calibration never ends: it can always be
    # continued.
    class Calibration < Value.define(:run, :rows, :experiments, :seconds, last: nil, environments: [].freeze, outcome: nil,
                                                                          notes: [].freeze)
      include RunFacts

      #: (Record) -> Calibration
      def self.of(record)
        lines = record.experiments
        new(run: record.run, rows: Power.of(record).freeze, experiments: lines.size,
            seconds: lines.sum { |line| line["seconds"] || 0 }.to_f, last: lines.last&.fetch("at"))
      end

      # Remark or nil: what it means for a reader of verdicts.
      def summary = Power.summary(rows)

      # What it would gain to be rid of a symptom: a `sentence` with figures, and `factor`, how many times smaller the
      # detectable slowdowns become. Only where a calibration measured it: it compares runs of the same code with those in
      # which the condition was made true on purpose (guides/calibration.md).
      Gain = Value.define(:sentence, :factor)

      class << Gain
        UNDISTURBED = "the same code"
        private_constant :UNDISTURBED

        # A calibration's figures, for the record of another run: which machine, when, and what a minute detected under each
        # condition.
        #
        #: (Record) -> Hash[String, Object]
        def measured(record)
          sees = Power.of(record).select { |row| row.alarms && row.metric == "wall" && row.sees }
          { "cpu" => record.run.dig("machine", "cpu"), "cores" => record.run.dig("machine", "cores"),
            "on" => record.experiments.last&.fetch("at")&.slice(0, 10), "sees" => sees.to_h { |row| [row.condition, row.sees] },
            "runs" => sees.to_h { |row| [row.condition, row.runs] } }
        end

        # Of a condition such as "unpinned"; nil where it was not measured.
        #
        #: (Hash[String, Object]?, String) -> Gain?
        def of(measured, condition)
          name = "#{UNDISTURBED}, #{condition}"
          with, without = measured&.dig("sees", name), measured&.dig("sees", UNDISTURBED)
          return unless with && without

          runs_with, runs_without = measured["runs"].values_at(name, UNDISTURBED)
          new(factor: with / without,
              sentence: Remark[:gain, **measured.slice("on", "cpu", "cores").transform_keys(&:to_sym), condition: condition,
                                      with: with, without: without, runs_with: runs_with, runs_without: runs_without])
        end
      end
    end
  end
end
