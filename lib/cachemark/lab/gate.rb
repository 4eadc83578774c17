# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `gate`: a comparison, then a second one with fresh pairs for each slowdown that it found. A slowdown that
    # does not recur stops no release. Each set is judged once, so that the risk of a false alarm is as promised. Counts of
    # instruments need no second set: all of their processes are fresh, and a busy machine hardly moves them. Without an
    # alarm, the rest of the time goes to undecided cells; that can let a cell pass, and cannot raise an alarm. At the end,
    # slower cells are explained. On several hosts there is one set, because each host repeats the others.
    class Gate < Compare
      # The share of the time for the first set; the rest is for the second.
      FIRST = 0.6
      # The factor by which a set that is judged alone may exceed its time for the minimum number of pairs. It needs as many as
      # the first set, and has less time. Without them, the time for the first set would be lost.
      PATIENCE = 2.0

      private

      # Code that did not change cannot have become slower: its pairs would be measured for nothing.
      def known? = super || unchanged?

      # Known once each contender has reported its code.
      def unchanged?
        return @unchanged unless @unchanged.nil?

        record = @writer.record
        silent = record.cells.map { |cell| cell["contender"] } - record.processes.map { |process| process["contender"] }
        @unchanged = Stats::Gate.unchanged?(record) if silent.empty?
      end

      def first_share = @task.among_hosts ? 1.0 : FIRST

      def measure(matches)
        span(matches, paired_s * first_share) if paired_s.positive?
        count(matches)
        return if @stop.requested? || @task.among_hosts

        continue(matches)
        explain(matches) unless @stop.requested?
      end

      def continue(matches)
        alarmed = Stats::Gate.alarmed(@writer.record)
        if alarmed.any?
          return again(matches, alarmed, 2, "slower in %s: looking again with fresh processes", patience: PATIENCE)
        end

        open = Stats::Gate.open(@writer.record)
        again(matches, open, 3, "not yet sure of %s: measuring on", fewest: 0) if open.any?
      end

      def explain(matches)
        slower = Stats::Gate.of(@writer.record).regressions.map(&:comparison).uniq
        comparisons = matches.flat_map(&:comparisons).to_h { |comparison| [comparison.id, comparison] }
        Explain::Examination.new(@engine, gate_s: @task.for_s).explain(comparisons.values_at(*slower))
      end

      # A set that is judged alone needs the minimum number of pairs; a set that adds to the first may have any number.
      def again(matches, ids, set, step, **pairs)
        left = left(matches, ids)
        @live.notify(:step, text: format(step, places(left)))
        span(left, paired_s * (1 - first_share), set: set, **pairs)
      end

      # These comparisons, and their scenarios in the A/A match.
      def left(matches, ids)
        alarmed = matches.flat_map(&:comparisons).select { |comparison| ids.include?(comparison.id) }
        scenarios = alarmed.map { |comparison| place(comparison) }
        matches.filter_map do |match|
          match.only { |comparison| match.noise ? scenarios.include?(place(comparison)) : ids.include?(comparison.id) }
        end
      end

      def place(comparison) = [comparison.scenario.id, comparison.mode]

      def places(matches)
        matches.reject(&:noise).flat_map { |match| match.comparisons.map(&:title) }.uniq.join(", ")
      end
    end
  end
end
