# frozen_string_literal: true

module Cachemark
  module Stats
    # The latencies of single calls that blocks carry when a run asked for them.
    module Latencies
      # What reports print of them, under which headings.
      HEADINGS = { "p50" => :p50_ns, "p90" => :p90_ns, "p99" => :p99_ns, "p99.9" => :p99_9_ns, "max" => :max_ns }.freeze
      PERCENTILES = { p50_ns: 50, p90_ns: 90, p99_ns: 99, p99_9_ns: 99.9 }.freeze

      class << self
        # {count:, min_ns:, mean_ns:, p50_ns:, p90_ns:, p99_ns:, p99_9_ns:, max_ns:} in ns; a percentile is nil
        # when fewer than ten samples lie above it. nil when no block carries latencies.
        #
        #: (Array[Hash]) -> Hash[Symbol, Numeric?]?
        def of(blocks)
          histogram = histogram(blocks)
          told = told(histogram)
          { count: told[:count], min_ns: histogram.min, mean_ns: histogram.mean, **told } if told[:count].positive?
        end

        # Count, percentiles and maximum of a histogram.
        #
        #: (HDR) -> Hash[Symbol, Integer?]
        def told(histogram)
          { count: histogram.count, **PERCENTILES.transform_values { |percent| histogram.percentile(percent) },
            max_ns: histogram.max }
        end

        # Every call of these blocks.
        #
        #: (Array[Hash]) -> HDR
        def histogram(blocks)
          blocks.each_with_object(HDR.new) do |block, histogram|
            list(block["latencies"]).tally.each { |value, times| histogram.record(value, times) }
          end
        end

        # The numbers of a record's base64 over little-endian uint32 ns; none where there is nothing.
        #
        #: (String?) -> Array[Integer]
        def list(text) = text.to_s.unpack1("m").unpack("L<*")
      end
    end
  end
end
