# frozen_string_literal: true

module Cachemark
  module CLI
    # What the commands that measure share: the record, the lab's settings, the measurement.
    module Measuring
      CLOCK = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
      private_constant :CLOCK

      private

      # Without `loop` the job's own.
      #: (Selection, Lab::Job, **Object) -> Lab::Measurement::Done
      def measure(selection, job, **loop)
        store = history
        live = Live.for(@err, clock: CLOCK, plain: @options.fetch(:plain, false))
        Lab::Measurement.new(job, settings(selection, job), live: live, clock: CLOCK, **loop).call.tap { |done| keep(done, store) }
      end

      # Refuses a folder that cannot be used before anything starts.
      def history
        @options[:history] && Cachemark::History::Store.open(@options[:history], create: true, tell: @err.method(:puts))
      end

      # What was measured is reported all the same.
      def keep(done, store)
        store&.add(done.record.path)
        @err.puts "The record is in the history: cachemark history list --history #{@options[:history]}" if store
      rescue Error => error
        @err.puts "The record is not in the history: #{error.message.lines.first.chomp}",
                  "Mend that, then: cachemark history add #{done.record.path} --history #{@options[:history]}"
      end

      # What every command that measures takes beside its own options.
      def declare(parser)
        parser.on("--plain", "a line per event in place of the live table, as for screen readers") { @options[:plain] = true }
        super
      end

      # The exit code: the signal's where one ended it; 3 where the record is broken off, or what was judged
      # could not be measured to its end; else the block's word on the record.
      #: (Lab::Measurement::Done) { (Record) -> Integer } -> Integer
      def judged(done)
        return done.code if done.code > 3

        code = yield done.record
        code.zero? && done.record.ending["broken_off"] ? 3 : code
      end

      # What the lab needs to know beyond the job itself.
      def settings(selection, job)
        Lab::Settings.new(argv: [name, *@argv], paths: Paths.new, suite: selection.suite_facts,
                          options: selection.machine.merge(@options), locks: selection.locks,
                          record: @options[:record] || new_record, resumed: @options.key?(:resume),
                          calibration: Calibrated.new.sentence, marks: marks(job))
      end

      def marks(job) = Marks.new(tell: @err.method(:puts)).of(job.cells.map(&:contender).uniq)

      # The process id keeps two runs of one second apart.
      def new_record = File.join(Paths.new.records, "#{Time.now.utc.strftime("%Y%m%dT%H%M%S")}-#{Process.pid}.jsonl")
    end
  end
end
