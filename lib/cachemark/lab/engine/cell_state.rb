# frozen_string_literal: true

module Cachemark
  module Lab
    # The state of a cell in a run: whether it is still measured, what an iteration costs, and how much work the servers
    # should count. Mutable on purpose, and used only by the lab.
    class CellState
      attr_reader :cell, :model, :reason

      # - iteration_ns: Float, nil before the first warm-up.
      # - owed: Array[Integer], iterations of the blocks that its process has not run yet.
      # - proof_kind: the basis of the driver's proof, "none" for a contender without calls.
      # - longest: Integer, iterations of its longest block.
      attr_accessor :iteration_ns, :owed, :proof_kind, :longest

      #: (Plan::Cell, Plan::Model) -> void
      def initialize(cell, model)
        @cell = cell
        @model = model
        @owed = []
        @longest = 0
      end

      def id = cell.id
      def lane = cell.lane
      def sharing_workers = cell.sharing_workers
      def live? = @reason.nil?

      # Ends this cell for the rest of the run.
      #: (String) -> void
      def drop(reason)
        @reason ||= reason
      end

      # Whether each of its blocks is one pass over pairs that is long enough and whose replies are all compared. A slow call
      # usually means interference if there are few calls.
      #: (?Numeric?) -> bool
      def whole_passes?(iteration_ns = @iteration_ns)
        !cell.scenario.pairs.nil? && exact? && iteration_ns.to_f >= Plan::Pace::BLOCK_NS
      end

      # Seconds that `iterations` should take.
      #: (Integer) -> Float
      def expected_s(iterations) = (@iteration_ns || Plan::Pace::BLOCK_NS) * iterations / 1e9

      # Calls per second, one after the other (of each worker).
      #: () -> Float
      def calls_per_s = cell.scenario.calls * 1e9 / [@iteration_ns || Plan::Pace::BLOCK_NS, 1].max

      # Seconds that the preparation of a block should take, if a call of the prelude costs as much as any other.
      #: () -> Float
      def prelude_s
        calls = cell.scenario.prelude.sum { |step| step["each"] ? cell.scenario.pairs.count : 1 }
        expected_s(1) * calls / cell.scenario.calls
      end

      # The minimum and maximum Work that the servers should count in `iterations` of all workers. It is the model's work,
      # and this client's additional work according to the catalogue. The two differ only for a local cache before `learn`. Each
      # block asks twice, and a quad has blocks of the same length, so the last answer is kept.
      #: (Integer) -> [Plan::Work, Plan::Work]
      def bounds(iterations)
        asked = [iterations, @proof_kind, @learnt]
        @asked, @bounds = asked, bounds_of(iterations) unless @asked == asked
        @bounds
      end

      # Whether a single figure is expected, not a range.
      def exact? = bounds(sharing_workers).uniq.one?

      # Writes, deletes and counts of one iteration of each worker.
      #: () -> Integer
      def changes = bounds(sharing_workers).first.changes

      # Whether the work of every iteration is the same in the model.
      def steady? = [model.least, model.most].all? { |first, later| first == later }

      # Sets the work of the first iteration of each worker and of each later one, if a local cache decides.
      #: (Plan::Work, Plan::Work) -> void
      def learn(first, later)
        @learnt = [first, later]
      end

      private

      def bounds_of(iterations)
        return [Plan::Work.new] * 2 if @proof_kind == "none"
        return [total(*@learnt, iterations)] * 2 if @learnt

        [model.least, model.most].map { |first, later| total(first, later, iterations) + (extra_work * iterations) }
      end

      def total(first, later, iterations) = (first * sharing_workers) + (later * (iterations - sharing_workers))

      def extra_work = @extra_work ||= cell.declared_extra_work
    end
  end
end
