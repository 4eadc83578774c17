# frozen_string_literal: true

module Cachemark
  module Stats
    # The latencies of single calls that blocks carry when a run asked for them.
    module Latencies
      PERCENTILES = { p50_ns: 50, p90_ns: 90, p99_ns: 99, p99_9_ns: 99.9 }.freeze

      class << self
        # {count:, p50_ns:, p90_ns:, p99_ns:, p99_9_ns:, max_ns:} in ns; a percentile is nil when
        # fewer than ten samples lie above it. nil when no block carries latencies.
        #
        #: (Array[Hash]) -> Hash[Symbol, Integer?]?
        def of(blocks)
          samples = blocks.filter_map { |block| block["latencies"] }
          return if samples.empty?

          histogram = histogram(samples)
          { count: histogram.count, **PERCENTILES.transform_values { |percent| histogram.percentile(percent) },
            max_ns: histogram.max }
        end

        private

        # Each sample is base64 over raw little-endian uint32 ns.
        def histogram(samples)
          samples.each_with_object(HDR.new) do |sample, histogram|
            sample.unpack1("m").unpack("L<*").tally.each { |value, times| histogram.record(value, times) }
          end
        end
      end
    end
  end
end
