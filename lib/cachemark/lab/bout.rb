# frozen_string_literal: true

module Cachemark
  module Lab
    # The working state of one cell during a run: whether it still runs, what one
    # iteration costs, which process serves it now. Mutable on purpose, and seen
    # by the lab only.
    class Bout
      attr_reader :cell, :model, :reason

      # iteration_ns: Float, nil before the first calibration; left: Array[Integer] of
      # blocks owed; proof: what the driver's proof rests on, "none" for a contender
      # that makes no calls; longest: Integer iterations of its longest block.
      attr_accessor :iteration_ns, :left, :proof, :longest

      #: (Plan::Cell, Plan::Model) -> void
      def initialize(cell, model)
        @cell = cell
        @model = model
        @reason = nil
        @left = []
        @iteration_ns = nil
        @longest = 0
        @learnt = nil
      end

      def id = cell.id
      def lane = cell.lane
      def hands = cell.hands
      def live? = @reason.nil?

      # Ends this cell for the rest of the run.
      #: (String) -> void
      def drop(reason)
        @reason ||= reason
      end

      # Blocks this process still owes (`--iterations`); nil when time decides.
      def owes? = !@left.empty?

      # Whether each of its blocks is one pass over pairs, long enough to leave nothing to learn of it and all of
      # whose replies are compared. Of few calls one that takes so long was disturbed.
      #: (?Numeric?) -> bool
      def whole_passes?(iteration_ns = @iteration_ns)
        !cell.scenario.pairs.nil? && settled? && iteration_ns.to_f >= Plan::Pace::BLOCK_NS
      end

      # Seconds that n iterations should take.
      #: (Integer) -> Float
      def expected_s(iterations) = (@iteration_ns || Plan::Pace::BLOCK_NS) * iterations / 1e9

      # Calls a second, one after the other (of each worker).
      #: () -> Float
      def calls_per_s = cell.scenario.calls * 1e9 / [@iteration_ns || Plan::Pace::BLOCK_NS, 1].max

      # Seconds that preparing a block should take: a call of the prelude costs what a call does.
      #: () -> Float
      def prelude_s
        calls = cell.scenario.prelude.sum { |step| step["each"] ? cell.scenario.pairs.count : 1 }
        expected_s(1) * calls / cell.scenario.calls
      end

      # The least and the most Work that the servers should count in n iterations, dealt out
      # over the cell's hands: the model's, and what the catalogue declares that this client does
      # beyond it. The same for all but a local cache of which nothing is learnt yet.
      #: (Integer) -> [Plan::Work, Plan::Work]
      def bounds(iterations)
        return [Plan::Work.new] * 2 if @proof == "none"
        return [total(*@learnt, iterations)] * 2 if @learnt

        [model.least, model.most].map { |first, later| total(first, later, iterations) + (beyond * iterations) }
      end

      # Whether one figure is expected, and no range.
      def settled? = bounds(hands).uniq.one?

      # Writes, deletes and counts of one iteration of each hand.
      #: () -> Integer
      def changes = bounds(hands).first.changes

      # Whether the model takes every iteration for the same work.
      def steady? = [model.least, model.most].all? { |first, later| first == later }

      # What the first iteration of each hand and each later one make, where a local cache decides.
      #: (Plan::Work, Plan::Work) -> void
      def learn(first, later)
        @learnt = [first, later]
      end

      private

      def total(first, later, iterations) = (first * hands) + (later * (iterations - hands))

      def beyond = @beyond ||= cell.beyond
    end
  end
end
