# frozen_string_literal: true

module Cachemark
  module Stats
    # What a time of a record means. A record keeps the method of the version that measured it, so that figures which were
    # published from it do not change.
    #
    # - Method 1 (Cachemark 1.0): a run shows times without garbage collection, and none for a disturbed row. A comparison
    #   includes garbage collection, and shows typical blocks or all calls where they contradict the fastest calls. Any sure
    #   change is slower or faster.
    # - Method 2: a time per call always includes garbage collection, each collection at one price. Another quantity has
    #   another name. Disturbances make an interval wider. A change within the margin is the same.
    module TimeMethod
      CURRENT = 2
      # The commands that measure a time per call.
      COMMANDS = %w[run compare gate find doctor selftest].freeze
      private_constant :COMMANDS

      class << self
        # Integer: the method of a record, from its first line.
        #: (Hash) -> Integer
        def of(run) = run["method"] || 1

        # Whether the record is one of Cachemark 1.0.
        #: (Hash) -> bool
        def first?(run) = of(run) == 1

        # Whether the record has times per call. Latencies of an open loop and counts are the same by every method.
        #: (Hash) -> bool
        def timed?(run)
          metrics = run.dig("options", "metrics") || [Vocabulary::Metrics::DEFAULT]
          COMMANDS.include?(run["command"]) && !run.dig("options", "rates") &&
            metrics.any? { |metric| !Vocabulary::Metrics[metric].exact? }
        end
      end
    end
  end
end
