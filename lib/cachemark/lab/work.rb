# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work`: one fresh process for each contender and mode. Every cell is verified, and then examined through
    # proxies. Nothing is timed.
    class Work < Loop
      # It has no time.
      Task = Value.define(:seed, loop: self, **SHARED, counts: [].freeze, sweeps: [].freeze, trials: [].freeze,
                                 probes: [].freeze) do
        include Loop::Task
        def metrics = counts
        def options = { sweeps: sweeps.map(&:facts), count: counts }
      end

      # Events that are counted inside the clients, because these processes are never timed.
      WATCH = %w[exceptions locks].freeze

      private

      def perform
        @participants.drop_unavailable
        look_untimed(watch: WATCH)
        count_rows
        look_at_departures
      end
    end
  end
end
