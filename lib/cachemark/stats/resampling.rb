# frozen_string_literal: true

module Cachemark
  module Stats
    # The 95 % interval of a percentile that is taken over the samples of several processes together.
    # Processes are the unit, as everywhere: they are drawn again with replacement, as many as there are, and the
    # percentile is taken again (a cluster bootstrap). What only one process saw, such as a stall,
    # makes the interval wide, which logs of each process's own percentile would not show.
    #
    # A bootstrap of few is too narrow: the share that it leaves out on each side is that at which the
    # normal distribution is as wide as Student's t of so many, n-1 for n (Hesterberg's expanded
    # percentiles).
    module Resampling
      DRAWS = 1_000
      # The same interval for the same samples.
      SEED = 1
      private_constant :DRAWS, :SEED

      class << self
        # {name => [low, high]} for {name => percent}, of one histogram a process; nil where the processes are
        # too few for an interval or the samples for the percentile.
        #
        #: (Array[Latencies::Histogram], Hash[Symbol, Numeric]) -> Hash[Symbol, [Integer, Integer]?]
        def intervals(histograms, percents)
          pooled = histograms.reduce(Latencies::Histogram.new) { |all, one| all.merge(one) }
          known = percents.select { |_name, percent| pooled.percentile(percent) }
          return percents.transform_values { nil } if histograms.size < Interval::FEWEST || known.empty?

          found = drawn(histograms, known.values)
          aside = (DRAWS * share_aside(histograms.size)).floor
          percents.to_h { |name, percent| [name, found[percent]&.sort&.then { |all| [all[aside], all[-1 - aside]] }] }
        end

        private

        # {percent => what it was in each draw}.
        def drawn(histograms, percents)
          values, sums = cumulative(histograms)
          random = Random.new(SEED)
          draws = Array.new(DRAWS) do
            own = Array.new(sums.size) { random.rand(sums.size) }.tally.map { |process, times| [sums[process], times] }
            percents.map { |percent| values[place(own, percent, values.size)] }
          end
          percents.zip(draws.transpose).to_h
        end

        # [every value, how many samples of each process do not exceed it].
        def cumulative(histograms)
          values = histograms.flat_map { |one| one.tallies.map(&:first) }.uniq.sort
          sums = histograms.map do |one|
            times = one.tallies.to_h
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

        # The share of draws that is left out on each side.
        def share_aside(processes)
          width = Math.sqrt(processes / (processes - 1.0)) * StudentT.quantile((1 + Interval::CONFIDENCE) / 2, processes - 1)
          Math.erfc(width / Math.sqrt(2)) / 2
        end
      end
    end
  end
end
