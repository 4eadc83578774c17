# frozen_string_literal: true

module Cachemark
  module Lab
    module Schedule
      # As many generations and rounds as fit into `for_s` seconds.
      class ByTime
        #: (Job, #call) -> void
        def initialize(job, clock)
          @job = job
          @stopwatch = Stopwatch.new(clock)
          @budget = Plan::Budget.new(job.for_s)
          @done = 0
          @start_s = 0.0
          @round_s = nil
          @granted = nil
        end

        # Measures what starting a generation costs.
        def starting(_generation, &block)
          @granted = nil
          @start_s = @stopwatch.time(&block)
        end

        # Nothing is owed: time decides.
        def share_out(_bouts) = nil

        def due?(_bout) = true

        # Measures what a round costs.
        def timing(_round, &block)
          @round_s = @stopwatch.time(&block)
        end

        # True while this generation has another round to run. The first round of a
        # run always runs: a whole table must exist.
        def round?(round)
          return true if @round_s.nil?

          @granted ||= @budget.rounds(**spent)
          more = round < @granted && !time_up?
          @done += 1 unless more
          more
        end

        def iterations(bout) = Plan::Pace.iterations(bout.iteration_ns, hands: bout.hands)

        def time_up? = elapsed_s >= @job.for_s

        # True when not even a short generation fits any more.
        def over?
          return false if @round_s.nil?

          !@budget.room?(**spent)
        end

        # True when every row is known to ± the share asked for.
        def precise?(writer)
          return false unless @job.until && @done > 1

          rows = Stats::Table.of(writer.record).rows.select { |row| row.status == "ok" && row.shown }
          rows.any? && rows.all? { |row| known?(row) }
        end

        private

        def known?(row)
          return true if row.client.end_with?("/socket", "/null")

          precision = row.socket_ratio ? row.socket_ratio_precision : row.precision
          !precision.nil? && precision <= @job.until
        end

        def spent = { done: @done, elapsed_s: elapsed_s, start_s: @start_s, round_s: @round_s }

        def elapsed_s = @stopwatch.elapsed_s
      end
    end
  end
end
