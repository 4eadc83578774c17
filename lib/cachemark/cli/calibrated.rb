# frozen_string_literal: true

module Cachemark
  module CLI
    # What this machine was calibrated to see: by the user's own calibration, or by the one that
    # comes with Cachemark where it was made on a machine like this.
    class Calibrated
      SHIPPED = File.expand_path("../../../docs/calibration.jsonl", __dir__)

      #: (?paths: Paths, ?facts: Hash[String, Object], ?shipped: String) -> void
      def initialize(paths: Paths.new, facts: Host::Machine.facts, shipped: SHIPPED)
        @records = [paths.calibration, shipped]
        @facts = facts
      end

      # nil where there is none.
      #: () -> String?
      def sentence
        @records.each do |path|
          told = File.file?(path) && told(path)
          return told if told
        end
        nil
      end

      # What the calibration that comes with Cachemark has measured of conditions that disturb, on whatever machine it
      # was made: what to expect of being rid of one. nil where it was removed.
      #: () -> Hash[String, Object]?
      def gains
        Stats::Gain.measured(Record::Reader.read(@records.last))
      rescue Usage
        nil
      end

      private

      def told(path)
        record = Record::Reader.read(path)
        return unless record.run["machine"].to_h.slice(*Lab::Log::LIKE) == @facts.slice(*Lab::Log::LIKE)

        said = Stats::Power.sentence(Stats::Power.of(record)) or return
        "calibrated on #{record.experiments.last["at"][0, 10]}: #{said}"
      rescue Usage # a file that is no record calibrates nothing
        nil
      end
    end
  end
end
