# frozen_string_literal: true

module Cachemark
  module Report
    module OpenLoop
      # The same of latencies at rates: a benchmark is a cell at a rate.
      class GitHubActionBenchmark < Report::GitHubActionBenchmark
        private

        def tracked = Tracked.of_open_loop(@table)
      end
    end
  end
end
