# frozen_string_literal: true

module Cachemark
  module Lab
    # The working state of one cell during a run: whether it still runs, what one
    # iteration costs, which process serves it now. Mutable on purpose, and seen
    # by the lab only.
    class Bout
      attr_reader :cell, :model, :reason
      attr_accessor :iteration_ns, :left

      #: (Plan::Cell, Plan::Model) -> void
      def initialize(cell, model)
        @cell = cell
        @model = model
        @reason = nil
        @left = []
        @iteration_ns = nil
      end

      def id = cell.id
      def contender_id = cell.contender.id
      def live? = @reason.nil?

      # Ends this cell for the rest of the run.
      #: (String) -> void
      def drop(reason)
        @reason ||= reason
      end

      # Blocks this process still owes (`--iterations`); nil when time decides.
      def owes? = !@left.empty?

      # Reads that the server should count as hits and as misses in n iterations: the
      # model's, and what the catalogue declares that this client does beyond it.
      #: (Integer) -> [Integer, Integer]
      def reads(iterations)
        [[model.server_hits, quirks.sum(&:hits)], [model.server_misses, quirks.sum(&:misses)]].map do |(first, second), extra|
          first + ((iterations - 1) * second) + (iterations * extra)
        end
      end

      # All reads of n iterations, whoever answers them: the most that a client with a
      # local cache may ask the server for.
      #: (Integer) -> Integer
      def reads_seen(iterations)
        [model.hits, model.misses].sum { |first, second| first + ((iterations - 1) * second) } +
          (iterations * quirks.sum { |quirk| quirk.hits + quirk.misses })
      end

      private

      def quirks = cell.contender.quirks(cell.scenario.id)
    end
  end
end
