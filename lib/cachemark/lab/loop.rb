# frozen_string_literal: true

module Cachemark
  module Lab
    # Common parts of the loops of all commands, and how each ends.
    class Loop
      # Seconds for the options of contenders after a measurement.
      MOST_S = 20
      private_constant :MOST_S

      # The loop for a job of `run`.
      #: (Job) -> Class
      def self.for(job)
        return Published if job.published

        return Run unless job.open_loop

        job.among_hosts ? SharedLoad : OpenLoop
      end

      #: (job: Job, engine: Engine) -> void
      def initialize(job:, engine:)
        @job = job
        @engine = engine
        @writer = engine.writer
        @live = engine.live
        @stop = engine.stop
        @clock = engine.clock
        @participants = Participants.new(engine, job.cells, expected_invalid: expected_invalid)
      end

      # Runs the loop to its end. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.notify(:start, **extent)
          @stop.interruptible { perform }
        end
      ensure
        close
      end

      private

      # The extent of the loop for views: each row is measured once.
      def extent = { rows: @job.cells.size }

      # Counts what the user asked for, of each row that reports show.
      def count_rows
        return if @job.counts.empty? || @stop.requested?

        cells = @participants.live.map(&:cell).select(&:shown)
        Counting.new(@engine, @participants, metrics: @job.counts, random: Random.new(@job.seed)).rows(cells)
      end

      # Examines the options of contenders that still run, because their rows say so where an option changes nothing. No process
      # of it begins after MOST_S seconds.
      def look_at_departures
        live = @participants.live.map { |state| state.cell.contender.id }
        end_s = @clock.call + MOST_S
        look_at_options(@job.trials.select { |trial| live.include?(trial.contender.id) }) { @clock.call < end_s }
      end

      # Examines options as long as the block is true.
      def look_at_options(trials, &wanted)
        return if trials.empty? || @stop.requested?

        look = OptionLook.new(@engine, @job.probes)
        reason, try = look.lacking
        return look.call(trials, &wanted) unless reason

        trials.each { |trial| @writer.add("option", trial.facts) }
        @writer.add("event", kind: "options_unseen", message: reason, try: try, at_s: @clock.call)
        @live.notify(:warning, message: "options: #{reason}")
      end

      # Ends the processes that are left.
      def close = nil

      # Ids of contenders that must be found invalid.
      def expected_invalid = []

      # Runs the block. Returns "complete", "interrupted" or, if the run cannot continue, "stopped early".
      #: () { () -> void } -> String
      def concluded
        yield
        @stop.requested? ? "interrupted" : "complete"
      rescue Trouble => error
        short = { time_too_short: true } if error.is_a?(PairBudget::TimeTooShort)
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call, **short.to_h)
        @live.notify(:warning, message: error.message)
        "stopped early"
      end
    end
  end
end
