# frozen_string_literal: true

require "json"

module Cachemark
  module CLI
    # How small a slowdown this machine can detect, by a calibration (bench/calibrate.rb).
    module Calibration
      # Machines with these facts in common can share a calibration.
      LIKE = %w[cpu cores os].freeze

      class << self
        # The slowdown that this machine can detect: from its own calibration, or from the shipped one if that was made on a
        # similar machine. nil without either. `notify` is called with a sentence about a calibration that cannot be read.
        #: (?own: String, ?shipped: Hash[String, Object], ?machine: Hash[String, Object], ?notify: #call) -> String?
        def sentence(own: Paths.new.calibration, shipped: shipped(), machine: Host::Machine.facts, notify: ->(_) {})
          own, shipped = [own(own, notify), shipped].map do |facts|
            facts["sentence"] if facts && facts["machine"] == machine.slice(*LIKE)
          end
          own || (shipped && of_another(machine, shipped))
        end

        # The shipped calibration's figures on disturbing conditions, on whatever machine it was made: the gain to expect
        # from removing one.
        #: () -> Hash[String, Object]
        def gains = shipped["gains"]

        # The facts of docs/calibration.jsonl, shipped with Cachemark. A test compares the two.
        #: () -> Hash[String, Object]
        def shipped = ::JSON.parse(Paths.shipped("cli/calibration.json"))

        # The facts of a calibration for other commands: its machine, the slowdown that this machine detects, and the cost of
        # disturbing conditions.
        #: (Record) -> Hash[String, Object]
        def facts(record)
          calibration = Stats::Calibration.new(record)
          sentence = Report::Sentences.of(calibration.summary)
          { "machine" => record.run["machine"].to_h.slice(*LIKE),
            "sentence" => sentence && "calibrated on #{calibration.last[0, 10]}: #{sentence}", "gains" => calibration.gains }
        end

        private

        def of_another(machine, sentence)
          "this machine was not calibrated, but a similar one was (#{machine["cpu"]}, " \
            "#{Report::Figures.counted(machine["cores"], "core")}): #{sentence}"
        end

        # A file that is not a record is ignored.
        def own(path, notify)
          Record::Reader.interpret(path) { facts(Record::Reader.read(path)) } if File.file?(path)
        rescue Usage => error
          notify.call("the calibration of this machine is ignored: #{error.what}")
          nil
        end
      end
    end
  end
end
