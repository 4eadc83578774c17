# frozen_string_literal: true

module Cachemark
  module Stats
    # The latencies of single calls. Blocks have them if the run asked for them.
    module Latencies
      # The figures that reports print, by their headings.
      HEADINGS = { "p50" => :p50_ns, "p90" => :p90_ns, "p99" => :p99_ns, "p99.9" => :p99_9_ns, "max" => :max_ns }.freeze
      # The value in a list for a time that does not fit into 32 bits: about 4.3 s.
      FULL = 0xffffffff
      PERCENTILES = { p50_ns: 50, p90_ns: 90, p99_ns: 99, p99_9_ns: 99.9 }.freeze

      class << self
        # {count:, min_ns:, mean_ns:, p50_ns:, p90_ns:, p99_ns:, p99_9_ns:, max_ns:} in ns. A percentile is nil if fewer than
        # ten samples are above it. The result is nil if no block has latencies.
        #: (Array[Hash]) -> Hash[Symbol, Numeric?]?
        def of(blocks)
          histogram = histogram(blocks)
          figures = figures(histogram)
          { count: figures[:count], min_ns: histogram.min, mean_ns: histogram.mean, **figures } if figures[:count].positive?
        end

        # Count, percentiles and maximum of a histogram.
        #: (Histogram) -> Hash[Symbol, Integer?]
        def figures(histogram)
          { count: histogram.count, **PERCENTILES.transform_values { |percent| histogram.percentile(percent) },
            max_ns: histogram.max }
        end

        # A histogram of every call of these blocks, or of other lines with such a list.
        #: (Array[Hash], ?String) -> Histogram
        def histogram(blocks, field = "latencies")
          blocks.each_with_object(Histogram.new) do |block, histogram|
            list(block[field]).tally.each { |value, times| histogram.record(value, times) }
          end
        end

        # The numbers in a record's base64 of little-endian uint32 ns; empty for nil.
        #: (String?) -> Array[Integer]
        def list(text) = text.to_s.unpack1("m").unpack("L<*")
      end

      # A histogram of latencies with three significant digits at any size. Buckets are linear below 2048, and double in
      # width with each power of two above (the layout of HdrHistogram). A percentile is off by less than 0.1 %.
      class Histogram
        HALF_BITS = 10

        # A percentile with fewer samples above it is a guess about single samples.
        FEWEST_ABOVE = 10
        # The smallest number of samples that has a p99.
        FEWEST_P99 = FEWEST_ABOVE * 100

        # Integer: how many samples were recorded.
        attr_reader :count

        # Integer: the smallest and the largest sample, exactly; nil before the first.
        attr_reader :min, :max

        def initialize
          @counts = Hash.new(0)
          @count = @sum = 0
          @min = @max = nil
        end

        # Adds `times` samples of `value` (an Integer, not negative).
        #: (Integer, ?Integer) -> self
        def record(value, times = 1)
          @counts[index(value)] += times
          @count += times
          @sum += value * times
          @min = value if @min.nil? || value < @min
          @max = value if @max.nil? || value > @max
          self
        end

        # Adds all samples of another histogram.
        #: (Histogram) -> self
        def merge(other)
          other.counts.each { |index, times| @counts[index] += times }
          @count += other.count
          @sum += other.sum
          @min = [@min, other.min].compact.min
          @max = [@max, other.max].compact.max
          self
        end

        # The mean of all samples, exactly; nil before the first.
        #: () -> Float?
        def mean = @count.zero? ? nil : @sum.fdiv(@count)

        # The value in the samples' unit that `percent` (such as 99.9) of them do not exceed; nil if fewer than ten samples
        # are above it.
        #: (Numeric) -> Integer?
        def percentile(percent)
          wanted = (@count * percent.to_s.to_r / 100).ceil
          return if @count - wanted < FEWEST_ABOVE

          value_at(wanted)
        end

        # [value, how many samples count as this value], in ascending order.
        #: () -> Array[[Integer, Integer]]
        def tallies = @counts.sort.map { |index, times| [[highest(index), @max].min, times] }

        protected

        attr_reader :counts, :sum

        private

        def value_at(wanted)
          seen = 0
          tallies.find { |_value, times| (seen += times) >= wanted }.first
        end

        def index(value)
          shift = [value.bit_length - HALF_BITS - 1, 0].max
          (shift << HALF_BITS) + (value >> shift)
        end

        def highest(index)
          shift = [(index >> HALF_BITS) - 1, 0].max
          ((index - (shift << HALF_BITS) + 1) << shift) - 1
        end
      end

      # The 95 % interval of a percentile over the samples of several processes together. Processes are the unit, as
      # everywhere: as many as there are get drawn with replacement, and the percentile is computed again (a cluster
      # bootstrap). An event that only one process saw, such as a stall, makes the interval wide. Logs of each process's own
      # percentile would not show that.
      #
      # A bootstrap of few processes is too narrow, so a smaller share is cut off on each side (Hesterberg's expanded
      # percentiles). At that share the normal distribution is as wide as Student's t, with n-1 in place of n.
      module Resampling
        DRAWS = 1_000
        # Fixed, so that the same samples give the same interval.
        SEED = 1
        private_constant :DRAWS, :SEED

        class << self
          # {name => [low, high]} for {name => percent}, from one histogram per process. An interval is nil if there are too
          # few processes for it, or too few samples for the percentile.
          #: (Array[Latencies::Histogram], Hash[Symbol, Numeric]) -> Hash[Symbol, [Integer, Integer]?]
          def intervals(histograms, percents)
            pooled = histograms.reduce(Latencies::Histogram.new) { |all, histogram| all.merge(histogram) }
            known = percents.select { |_name, percent| pooled.percentile(percent) }
            return percents.transform_values { nil } if histograms.size < Interval::FEWEST || known.empty?

            found = drawn(histograms, known.values)
            tail_count = (DRAWS * tail_share(histograms.size)).floor
            percents.to_h { |name, percent| [name, found[percent]&.sort&.then { |all| [all[tail_count], all[-1 - tail_count]] }] }
          end

          private

          # {percent => its value in each draw}.
          def drawn(histograms, percents)
            values, sums = cumulative(histograms)
            random = Random.new(SEED)
            draws = Array.new(DRAWS) do
              own = Array.new(sums.size) { random.rand(sums.size) }.tally.map { |process, times| [sums[process], times] }
              percents.map { |percent| values[place(own, percent, values.size)] }
            end
            percents.zip(draws.transpose).to_h
          end

          # [every value, for each process how many of its samples do not exceed each value].
          def cumulative(histograms)
            values = histograms.flat_map { |histogram| histogram.tallies.map(&:first) }.uniq.sort
            sums = histograms.map do |histogram|
              times = histogram.tallies.to_h
              seen = 0
              values.map { |value| seen += times.fetch(value, 0) }
            end
            [values, sums]
          end

          def place(own, percent, size)
            count = own.sum { |sums, times| sums.last * times }
            wanted = (count * percent.to_s.to_r / 100).ceil
            (0...size).bsearch { |at| own.sum { |sums, times| sums[at] * times } >= wanted }
          end

          # The share of draws that is cut off on each side.
          def tail_share(processes)
            quantile = Interval::StudentT.quantile((1 + Interval::CONFIDENCE) / 2, processes - 1)
            width = Math.sqrt(processes / (processes - 1.0)) * quantile
            Math.erfc(width / Math.sqrt(2)) / 2
          end
        end
      end
    end
  end
end
