# frozen_string_literal: true

module Cachemark
  module Lab
    module Schedule
      # One round a generation, of a block of each cell at each rate, in as many generations as fit into
      # `for_s` seconds. All blocks of a run are equally long, but for those whose client falls behind.
      class ByRate
        # By how much a run may be longer that has not had enough generations for an interval yet.
        LATE = 1.1
        private_constant :LATE

        # Plan::Stint, once a generation has started.
        attr_reader :stint

        #: (Job, #call) -> void
        def initialize(job, clock)
          @job = job
          @stopwatch = Stopwatch.new(clock)
          @done = 0
          @start_s = 0.0
          @round_s = nil
        end

        # Measures what starting a generation costs.
        def starting(_generation, &block)
          @start_s = @stopwatch.time(&block)
        end

        # How long blocks are, by how many there are and by what starting has cost and preparing them will.
        def share_out(bouts)
          return if bouts.empty?

          prelude_s = bouts.sum(&:prelude_s) / bouts.size
          @stint ||= Plan::Stint.of(left_s: @job.for_s - elapsed_s, start_s: @start_s, prelude_s: prelude_s,
                                    blocks: bouts.size * @job.open_loop.rates.size)
        end

        def due?(_bout) = true

        # Measures what a round costs.
        def timing(_round, &block)
          @round_s = @stopwatch.time(&block)
          @done += 1
        end

        def round?(round) = round.zero?

        def time_up? = elapsed_s >= @job.for_s * (enough? ? 1 : LATE)

        # True when another generation does not fit any more; until there are enough of them half a one will do.
        def over?
          return false if @round_s.nil?

          @job.for_s - elapsed_s < @start_s + (@round_s * (enough? ? 1 : 0.5))
        end

        def precise?(_writer) = false

        private

        def enough? = @done >= Plan::Budget::MINIMUM

        def elapsed_s = @stopwatch.elapsed_s
      end
    end
  end
end
