# frozen_string_literal: true

module Cachemark
  module CLI
    # The steps of every command that measures: check where the results go, measure, report, and answer an exit code.
    module Measuring
      CLOCK = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
      private_constant :CLOCK

      private

      # The destination of the reports. Refuses, before anything starts, what could not be written at the end.
      #
      #: (Selection) -> Delivery
      def delivery(selection)
        Delivery.new(@options, out: @out, err: @err).tap { |found| found.check(selection.suite_facts, read: selection.files) }
      end

      # Measures a job and writes its reports. `loop` is the class of the lab's loop; without it, the job's own.
      #
      #: (Selection, Lab::Job, Delivery, ?loop: Class) -> Lab::Measurement::Done
      def measure(selection, job, delivery, **loop)
        store = history
        done = Lab::Measurement.new(job, settings(selection, job), live: live, clock: CLOCK, **loop).call
        keep(done, store) if store
        delivery.deliver(done.record)
        done
      end

      # The exit code: of the signal that ended it; 3 for a record that is broken off; else what the block makes of the record.
      #
      #: (Lab::Measurement::Done) { (Record) -> Integer } -> Integer
      def judged(done)
        return done.code if done.code > 3

        code = yield done.record
        code.zero? && done.record.ending["broken_off"] ? 3 : code
      end

      # The settings that the lab needs in addition to the job.
      def settings(selection, job)
        Lab::Settings.new(argv: [name, *@argv], paths: Paths.new, suite: selection.suite_facts,
                          options: selection.machine.merge(@options), locks: selection.locks,
                          record: @options[:record] || new_record, resumed: @options.key?(:resume),
                          calibration: Calibration.sentence, warnings: warnings(job))
      end

      def live = Live.for(@err, clock: CLOCK, plain: @options.fetch(:plain, false))

      def warnings(job) = CorruptWarnings.new(tell: @err.method(:puts)).of(job.cells.map(&:contender).uniq)

      # The process id keeps two runs of one second apart.
      def new_record = File.join(Paths.new.records, "#{Time.now.utc.strftime("%Y%m%dT%H%M%S")}-#{Process.pid}.jsonl")

      # Refuses a folder that cannot be used before anything starts.
      def history
        @options[:history] && Cachemark::History::Store.open(@options[:history], create: true, tell: @err.method(:puts))
      end

      # A record that does not get into the history is reported all the same.
      def keep(done, store)
        store.add(done.record.path)
        @err.puts "added to the history: cachemark history list --history #{@options[:history]}"
      rescue Error => error
        @err.puts "not added to the history: #{error.message.lines.first.chomp}",
                  "Try: fix this, then: cachemark history add #{done.record.path} --history #{@options[:history]}"
      end
    end
  end
end
