# frozen_string_literal: true

module Cachemark
  module Lab
    # What the loop of every command is made of, and how each ends.
    class Loop
      # The one that a job of `run` is for.
      #: (Job) -> Class
      def self.for(job)
        return Published if job.published

        job.open_loop ? OpenLoop : Run
      end

      #: (job: Job, rig: Rig, writer: Record::Writer, live: Live, stop: Stop, clock: #call) -> void
      def initialize(job:, rig:, writer:, live:, stop:, clock:)
        @job = job
        @rig = rig
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @losses = Losses.new(writer: writer, live: live, clock: clock, environments: rig.environments)
      end

      private

      # Runs the block and answers "complete", "interrupted" or, where the run cannot go on, "stopped early".
      #: () { () -> void } -> String
      def concluded
        yield
        @stop.requested? ? "interrupted" : "complete"
      rescue Trouble => error
        @losses.stopped(error)
      end
    end
  end
end
