# frozen_string_literal: true

module Cachemark
  module Lab
    # What the search in one scenario and mode has found so far, read from the record each time: it knows
    # nothing that is not written there.
    class Trail
      # cells: those of the scenario and mode, in the order of the range.
      #: (Job, Record::Writer, Array[Plan::Cell]) -> void
      def initialize(job, writer, cells)
        @cells = cells
        @writer = writer
        @metric = job.judging.fetch(:metrics).first
        @bisection = Plan::Bisection.new(size: @cells.size, **job.judging.slice(:margin, :alpha, :all, :most_pairs))
      end

      # Plan::Bisection's answer to all that is known.
      def next
        record = @writer.record
        @bisection.next(measured(record, Stats::PairEvidence.new(record)), skipped)
      end

      # String: what is searched in, in words.
      def label = Vocabulary::Mode.of(@cells.first.mode).title(@cells.first.scenario.label)

      # What the pairs of this measurement's span said so far; nil where there are none.
      #: (Plan::Bisection::Measure) -> String?
      def told(action)
        record = @writer.record
        own = measured(record, Stats::PairEvidence.new(record)).select do |one|
          [one.from, one.to, one.retest] == [action.from, action.to, action.retest]
        end
        effects = own.flat_map(&:effects)
        return if effects.empty?

        format("%+.1f %% in %d pairs so far", (Math.exp(Stats::SignedRank.estimate(effects)) - 1) * 100, effects.size)
      end

      # Whether its answer is written down: a search that goes on has done with it.
      #: () -> bool
      def answered? = @writer.record.answers.any? { |answer| here?(answer) }

      # The cell at a position.
      #: (Integer) -> Plan::Cell
      def cell(number) = @cells.fetch(number)

      # Opens an account for the pairs of a measurement.
      #: (Plan::Bisection::Measure, Plan::Cell, Plan::Cell) -> Plan::Comparison
      def comparison(action, baseline, contender)
        id = "f#{@writer.record.comparisons.size + 1}"
        comparison = Plan::Comparison.new(id: id, baseline: baseline, contender: contender)
        @writer.add("comparison", comparison.facts.merge("step" => { from: action.from, to: action.to, retest: action.retest }))
        comparison
      end

      # Writes the answer down.
      #: (Plan::Bisection::Done | Plan::Bisection::Undecided) -> void
      def close(answer)
        undecided = answer.is_a?(Plan::Bisection::Undecided)
        @writer.add("answer", scenario: @cells.first.scenario.id, mode: @cells.first.mode, metric: @metric,
                              found: answer.found.map(&:to_h), undecided: undecided ? answer.reason : nil,
                              spread: undecided ? [] : answer.spread.map(&:to_h))
      end

      private

      def here?(line) = line.values_at("scenario", "mode") == [@cells.first.scenario.id, @cells.first.mode]

      # One for each account of pairs between two positions, in their order; only whole pairs count.
      def measured(record, evidence)
        record.comparisons.select { |line| line["step"] && here?(line) }.filter_map do |line|
          effects = evidence.pairs(line["comparison"]).filter_map { |pair| Stats::PairEffect.of(pair.blocks, @metric) }
          Plan::Measured.new(**line["step"].transform_keys(&:to_sym), effects: effects.freeze) if effects.any?
        end
      end

      # Positions whose cell failed, or could not be built.
      def skipped
        lost = @writer.record.failures.map { |failure| failure["cell"] }
        @cells.each_index.select { |number| lost.include?(@cells[number].id) }
      end
    end
  end
end
