# frozen_string_literal: true

module Cachemark
  module Lab
    # Decides, generation by generation, how much more is measured: by the clock
    # (`--for`), by precision (`--until`, capped by the clock) or by count
    # (`--iterations`, which lifts the clock).
    module Schedule
      #: (Job, #call) -> ByTime | ByCount
      def self.of(job, clock)
        job.iterations ? ByCount.new(job) : ByTime.new(job, clock)
      end
    end
  end
end
