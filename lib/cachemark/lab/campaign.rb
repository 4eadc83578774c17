# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Lab
    # Runs the steps of a campaign one after the other. Each is a separate process of Cachemark, with a record in the
    # campaign's folder: STEP.jsonl when it is complete, STEP.part.jsonl before, and what it printed in STEP.log.
    #
    # Before each step the machine should be quiet. If it does not become quiet in time, the step runs, and says how busy the
    # machine was. A step that was disturbed is repeated once, after all others.
    class Campaign
      # Percent of all cores that other processes may use before a step, and how long that is observed.
      QUIET_PERCENT = 5
      LOOK_S = 2
      # How long an interrupted step may write its record.
      GRACE_S = 20
      private_constant :LOOK_S, :GRACE_S

      # A step with its record, or with the reason why it has none. `busy_percent` is how busy the machine was before it.
      Ran = Value.define(:step, record: nil, reason: nil, busy_percent: nil, repeated: false)

      # `program` are the first words of Cachemark's command. The block of `call` returns whether a step was disturbed.
      #: (Array[Catalog::Campaign::Step], folder: String, program: Array[String], live: Live, clock: #call, patience_s: Numeric, ?steal: Host::StealTime) -> void
      def initialize(steps, folder:, program:, live:, clock:, patience_s:, steal: Host::StealTime.new)
        @steps = steps
        @folder = folder
        @program = program
        @live = live
        @clock = clock
        @patience_s = patience_s
        @steal = steal
      end

      # Runs all steps, and yields each Ran. Returns the exit code of a signal, or 0.
      #: () { (Ran) -> bool } -> Integer
      def call(&block)
        make_folder
        Host::Keeper.start do |keeper|
          @keeper = keeper
          Stop.watch do |stop|
            run_all(stop, &block)
            stop.code || 0
          end
        end
      ensure
        @live.notify(:done)
      end

      private

      def make_folder
        FileUtils.mkdir_p(@folder)
      rescue SystemCallError => error
        raise Trouble.new("cannot keep records in #{@folder}: #{error.message.sub(/ @ .*/, "")}",
          try: "fix this and repeat the command")
      end

      def run_all(stop)
        disturbed = @steps.each_with_index.filter_map do |step, at|
          next if stop.requested?

          step if yield(run(step, "#{at + 1} of #{@steps.size}", stop))
        end
        disturbed.each do |step|
          yield(run(step, "again, because it was disturbed", stop).with(repeated: true)) unless stop.requested?
        end
      end

      def file(step, suffix) = File.join(@folder, "#{step.id}.#{suffix}")

      def run(step, place, stop)
        busy_percent = quiet(stop)
        @live.notify(:step, text: "#{step.id} (#{place}): #{CommandLine.of(step.argv)}")
        part, log = file(step, "part.jsonl"), file(step, "log")
        FileUtils.rm_f([part, log])
        run_process(step, part, log, stop)
        finished(step, part, log, busy_percent, stop)
      end

      def run_process(step, part, log, stop)
        File.open(log, "w") do |file|
          argv = [*@program, *step.argv, "--color", "never", "--output", "record=#{part}"]
          child = @keeper.spawn(argv, out: file, err: file, gently: true)
          stop.interruptible { child.wait }
        ensure
          child&.stop(grace_s: GRACE_S)
        end
      end

      # The record of an earlier attempt stays until this one is complete.
      def finished(step, part, log, busy_percent, stop)
        ending = ending(part)
        reason = stop.requested? ? "it was interrupted" : ending["reason"] || complaint(log)
        return Ran.new(step: step, reason: reason) unless ending["outcome"] == "complete"

        File.rename(part, file(step, "jsonl"))
        Ran.new(step: step, record: file(step, "jsonl"), busy_percent: busy_percent)
      end

      # Of the record at that path; without members if there is none, or if it was cut short.
      def ending(part)
        File.exist?(part) ? Record::Reader.read(part).ending : {}
      rescue Usage
        {}
      end

      # What Cachemark wrote last about an error.
      def complaint(log)
        lines = File.read(log).scrub.lines(chomp: true).grep(/\S/)
        (lines.grep(/\Acachemark: /).last || lines.last || "no output").delete_prefix("cachemark: ")
      end

      # Waits until nothing else runs, and returns how busy the machine was in the end; nil if that is unknown.
      def quiet(stop)
        deadline = @clock.call + @patience_s
        loop do
          busy = stop.interruptible { busy_percent }
          late = @clock.call >= deadline
          return busy.tap { @waiting = false } if busy.nil? || busy < QUIET_PERCENT || late || stop.requested?

          @live.notify(:step, text: "waiting for a quiet machine: other processes use #{busy.round} % of it") unless @waiting
          @waiting = true
        end
      end

      def busy_percent
        before = @steal.sample
        sleep(LOOK_S)
        Host::StealTime.busy_percent(before, @steal.sample)&.round(1)
      end
    end
  end
end
