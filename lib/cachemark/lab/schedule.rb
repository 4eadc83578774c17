# frozen_string_literal: true

module Cachemark
  module Lab
    # Decides, generation by generation, how much more is measured: by the clock
    # (`--for`), by precision (`--until`, capped by the clock) or by count
    # (`--iterations`, which lifts the clock).
    module Schedule
      #: (Job, #call) -> ByTime | ByCount | ByRate
      def self.of(job, clock)
        return ByRate.new(job, clock) if job.open_loop

        job.iterations ? ByCount.new(job) : ByTime.new(job, clock)
      end
    end
  end
end
