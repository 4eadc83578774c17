# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # The figures of one cell at one rate, over all of its blocks.
      class Figures
        # The share of the rate below which the sender did not keep up.
        KEPT_UP = 0.99

        # `due` has for each name in a block's `arrivals` the ns at which calls were due.
        #
        #: (Array[Hash], Hash[String, Array[Integer]], Integer) -> void
        def initialize(blocks, due, workers)
          @blocks = blocks
          @rate = blocks.first["rate"]
          @senders = blocks.map { |block| Sender.new(block, due.fetch(block["arrivals"]), workers) }
        end

        # The members of Row that speak of a rate.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          own = @blocks.group_by { |block| block["process"] }.values.map { |blocks| Latencies.histogram(blocks) }
          all = own.reduce(HDR.new) { |sum, one| sum.merge(one) }
          { rate: @rate, achieved: achieved, fell_behind: achieved < KEPT_UP * @rate, utilisation: utilisation, **late,
            processes: own.size, blocks: @blocks.size, percentiles: Latencies.told(all),
            intervals: Resampling.intervals(own, Latencies::PERCENTILES) }
        end

        private

        # Calls that were begun in a second: as many as were asked for, if the last began when it was due.
        def achieved = @rate * share(:due_ns, :sent_ns)

        def utilisation = share(:busy_ns, :available_ns)

        def share(part, whole)
          parts, wholes = [part, whole].map { |name| @senders.sum(&name) }
          wholes.positive? ? [parts.fdiv(wholes), 1.0].min : 1.0
        end

        def late
          histogram = HDR.new
          @senders.each { |sender| sender.late.tally.each { |ns, times| histogram.record(ns, times) } }
          { late_p99_ns: histogram.percentile(99), late_max_ns: histogram.max }
        end
      end
    end
  end
end
