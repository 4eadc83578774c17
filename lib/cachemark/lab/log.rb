# frozen_string_literal: true

require "time"

module Cachemark
  module Lab
    # The record of a calibration: what was done so far, and what a loop costs.
    class Log
      # What makes two machines alike: what one was calibrated to see the other sees too.
      LIKE = %w[cpu cores os].freeze

      class << self
        # Opens the record or goes on with it. Raises Usage for any other record.
        #: (String, argv: Array[String], ?facts: Hash[String, Object]) -> Log
        def open(path, argv:, facts: Host::Machine.facts)
          return new(Record::Writer.create(path)).tap { |log| log.begin(argv, facts) } unless File.exist?(path)

          writer = Record::Writer.resume(path)
          wrong = complaint(writer.record.run, facts) or return new(writer)
          writer.close
          raise Usage.new("#{path} is #{wrong}", try: "name another --record FILE")
        end

        private

        # Power measured on one machine says nothing of another.
        def complaint(run, facts)
          return "no record of a calibration" if run["command"] != "calibrate"

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
        @writer.add("run", schema: Record::SCHEMA, command: "calibrate", argv: argv, version: VERSION,
                           started_at: Time.now.utc.iso8601, machine: facts)
      end

      #: () -> Record
      def record = @writer.record

      def close = @writer.close

      # Experiments of each condition; a pilot that saw nothing is made again.
      #: () -> Hash[String, Integer]
      def done = record.experiments.reject { |line| Stats::Power.void?(line) }.map { |line| line["condition"] }.tally

      # Keeps what is known of the experiment that comes.
      #: (**Object) -> void
      def note(**facts)
        @notes = facts.transform_keys(&:to_s)
      end

      # Loops that make a call of the condition's method dearer by its share, by what the pilots showed.
      #: (Plan::Campaign::Condition) -> Integer
      def loops(condition)
        return condition.loops if condition.loops
        return 0 if condition.share.zero?

        effect = Stats::Power.per_loop(record, condition.method, "wall")
        return Spoiling::Edit.loops_for(condition.share, tried: 1, effect: effect) if effect

        raise Trouble.new("no pilot has shown what a loop in #{condition.method} costs", try: "go on without --condition")
      end

      # Appends what an experiment has shown; it is done from now on.
      #: (Plan::Campaign::Condition, Integer, Record) -> void
      def add(condition, loops, record)
        @writer.add("experiment", condition: condition.name, kind: condition.kind, method: condition.method, loops: loops,
                                  share: condition.share, for_s: condition.for_s, at: Time.now.utc.iso8601,
                                  load: record.run.dig("machine", "load"), **@notes, **Stats::Experiment.of(record))
        @notes = {}
      end
    end
  end
end
