# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `gate`: a comparison, and for what it alarms about a second one with fresh pairs:
    # a slowdown that does not recur stops no release. One look at each, so that the risk of a
    # false alarm is what it says. Without an alarm the rest of the time goes to the cells of which
    # too little is known; what shows there can let a cell pass, and alarms nobody.
    class Gate < Compare
      # The share of the time that the first set gets; the rest is kept for the second.
      FIRST = 0.6

      private

      def first_share = FIRST

      def measure(matches)
        span(matches, @job.for_s * first_share)
        return if @stop.requested?

        alarmed = Stats::Gate.alarmed(@writer.record)
        return again(matches, alarmed, 2, "slower in %s: looking again with fresh processes") if alarmed.any?

        open = Stats::Gate.open(@writer.record)
        again(matches, open, 3, "not yet sure of %s: measuring on", fewest: 0) if open.any?
      end

      # A set that stands for itself needs the fewest pairs; one that adds to the first may have any number.
      def again(matches, ids, set, told, **fewest)
        left = left(matches, ids)
        @live.tell(:step, text: format(told, places(left)))
        span(left, @job.for_s * (1 - first_share), set: set, **fewest)
      end

      # These comparisons, and their scenarios of the A/A match.
      def left(matches, ids)
        scenarios = matches.flat_map(&:comparisons).select { |one| ids.include?(one.id) }.map { |one| place(one) }
        matches.filter_map do |match|
          match.only { |one| match.noise ? scenarios.include?(place(one)) : ids.include?(one.id) }
        end
      end

      def place(comparison) = [comparison.scenario.id, comparison.mode]

      def places(matches)
        matches.reject(&:noise).flat_map { |match| match.comparisons.map(&:title) }.uniq.join(", ")
      end
    end
  end
end
