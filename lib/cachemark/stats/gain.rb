# frozen_string_literal: true

module Cachemark
  module Stats
    # What it would gain to be rid of a symptom: a sentence with a figure, and `factor`, how many times smaller the
    # slowdowns become that are seen. Only where a calibration has measured it: it compares runs of the same code with
    # those in which the condition was made true on purpose (guides/calibration.md).
    Gain = Value.define(:sentence, :factor)

    class << Gain
      UNDISTURBED = "the same code"
      private_constant :UNDISTURBED

      # What a calibration says of it, for a record: which machine, when, and what a minute saw under each condition.
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

        new(sentence: format("the calibration of %s (%s, %d cores) saw %.1f %% over seven scenarios in a minute %s, %.1f %% " \
                             "otherwise (medians of %d and %d runs)", *measured.values_at("on", "cpu", "cores"), with * 100,
                             said(condition), without * 100, *measured["runs"].values_at(name, UNDISTURBED)),
            factor: with / without)
      end

      private

      def said(condition) = condition.start_with?("a ") ? "with #{condition}" : condition
    end
  end
end
