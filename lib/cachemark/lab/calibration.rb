# frozen_string_literal: true

require "time"

module Cachemark
  module Lab
    # The record of a calibration: the experiments so far, and the cost of a loop.
    class Calibration
      # Machines with these facts in common can share a calibration.
      LIKE = %w[cpu cores os].freeze

      class << self
        # Opens a new record, or continues one. Raises Usage for any other record.
        #: (String, argv: Array[String], ?facts: Hash[String, Object]) -> Calibration
        def open(path, argv:, facts: Host::Machine.facts)
          return new(Record::Writer.create(path)).tap { |calibration| calibration.begin(argv, facts) } unless File.exist?(path)

          writer = Record::Writer.resume(path)
          wrong = complaint(writer.record.run, facts) or return continued(writer)
          writer.close
          raise Usage.new("#{path} is #{wrong}", try: "name another --record FILE")
        end

        private

        # Refuses damaged experiments before another one is measured.
        def continued(writer)
          Record::Reader.interpret(writer.path) { new(writer).tap(&:done) }
        end

        # The power measured on one machine does not hold for another.
        def complaint(run, facts)
          return "not the record of a calibration" if run["command"] != "calibrate"

          "a calibration of another machine" if run["machine"].to_h.slice(*LIKE) != facts.slice(*LIKE)
        end
      end

      #: (Record::Writer) -> void
      def initialize(writer)
        @writer = writer
        @notes = {}
      end

      # Writes the first line.
      #: (Array[String], Hash[String, Object]) -> void
      def begin(argv, facts)
        @writer.add("run", schema: Record::SCHEMA, method: Stats::TimeMethod::CURRENT, command: "calibrate", argv: argv,
                           version: VERSION, started_at: Time.now.utc.iso8601, machine: facts)
      end

      #: () -> Record
      def record = @writer.record

      def close = @writer.close

      # The number of experiments of each condition. A pilot without a result does not count, nor one of another day, so that
      # it is repeated.
      #: () -> Hash[String, Integer]
      def done
        power = Stats::Calibration::Power
        counted = record.experiments.reject do |line|
          power.failed_pilot?(line) || (power.pilot?(line) && !power.same_day?(line, now))
        end
        counted.map { |line| line["condition"] }.tally
      end

      # Keeps facts about the next experiment.
      #: (**Object) -> void
      def note(**facts)
        @notes = facts.transform_keys(&:to_s)
      end

      # Loops that make a call of the condition's method slower by its share, according to the pilots.
      #: (Plan::Experiments::Condition) -> Integer
      def loops(condition)
        return condition.loops if condition.loops
        return 0 if condition.share.zero?

        effect = Stats::Calibration::Power.per_loop(record, condition.method, "wall", at: now)
        return ClientCopies::Edit.loops_for(condition.share, tried: 1, effect: effect) if effect

        raise Trouble.new("no pilot has shown what a loop in #{condition.method} costs", try: "run it without --condition")
      end

      # Appends the result of an experiment, which completes it.
      #: (Plan::Experiments::Condition, Integer, Record) -> void
      def add(condition, loops, record)
        @writer.add("experiment", condition: condition.name, kind: condition.kind, method: condition.method, loops: loops,
                                  share: condition.share, for_s: condition.for_s, at: now,
                                  load: record.run.dig("machine", "load"), **@notes, **Stats::Experiment.of(record))
        @notes = {}
      end

      private

      def now = Time.now.utc.iso8601
    end
  end
end
