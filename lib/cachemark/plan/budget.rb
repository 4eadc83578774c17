# frozen_string_literal: true

module Cachemark
  module Plan
    # Computes how many rounds each generation of fresh processes gets. A run of `total_s` seconds has at least MINIMUM
    # generations. Past ROUNDS rounds per process, the spread between fresh processes (about 1 %) dominates the spread
    # between blocks.
    #
    # In all methods `done` is the number of finished generations and `elapsed_s` the time used. `start_s` is the cost of
    # starting a generation and `round_s` the cost of one round, in seconds, as measured so far.
    class Budget
      # Integer: a row with fewer fresh processes gets no interval.
      MINIMUM = 6
      # Integer: after this many rounds, a fresh process shows more than another round.
      ROUNDS = 12
      # Seconds that the start of a process, a row and an untimed call take, below those of any machine seen.
      PROCESS_S = 0.2
      ROW_S = 0.04
      CALL_S = 10e-6
      private_constant :PROCESS_S, :ROW_S, :CALL_S

      # Seconds until each of these cells has an interval, on any machine. A process proves each cell twice, and prepares its
      # blocks.
      #: (Array[Cell]) -> Float
      def self.least_s(cells)
        calls = cells.sum { |cell| (3 * cell.scenario.prelude.size) + (4 * cell.scenario.steps.size) }
        MINIMUM * ((PROCESS_S * cells.uniq(&:lane).size) + (ROW_S * cells.size) + (CALL_S * calls))
      end

      #: (Numeric) -> void
      def initialize(total_s)
        @total_s = total_s
        freeze
      end

      # Rounds for the generation that has just started: at least one.
      #: (done: Integer, elapsed_s: Numeric, start_s: Numeric, round_s: Numeric) -> Integer
      def rounds(done:, elapsed_s:, start_s:, round_s:)
        left_s = @total_s - elapsed_s
        generations = [MINIMUM - done, ((left_s + start_s) / (start_s + (ROUNDS * round_s))).round, 1].max
        measuring_s = left_s - ((generations - 1) * start_s)
        (measuring_s / (generations * round_s)).floor.clamp(1, 2 * ROUNDS)
      end

      # Whether another generation fits. Below MINIMUM, time for half a round is enough; beyond it, two rounds must fit to be
      # worth the start.
      #: (done: Integer, elapsed_s: Numeric, start_s: Numeric, round_s: Numeric) -> bool
      def room?(done:, elapsed_s:, start_s:, round_s:)
        rounds = done < MINIMUM ? 0.5 : 2
        @total_s - elapsed_s > start_s + (rounds * round_s)
      end

      # Splits exactly `iterations` of a row over fresh processes and then over blocks: `--for Nx` measures N
      # iterations of each row and no more.
      module Quota
        # Iterations for each process: at most `processes` numbers, which differ by at most one.
        #: (Integer, ?processes: Integer) -> Array[Integer]
        def self.processes(iterations, processes: Budget::MINIMUM)
          split(iterations, [iterations, processes].min)
        end

        # Iterations for each block of one process: at most `count` numbers, which differ by at most one.
        #: (Integer, Integer) -> Array[Integer]
        def self.blocks(iterations, count)
          split(iterations, [count, iterations].min)
        end

        def self.split(total, parts)
          return [] if total.zero?

          base, extra = total.divmod(parts)
          Array.new(parts) { |index| index < extra ? base + 1 : base }
        end
        private_class_method :split
      end

      # The length of a pair. Past MOST_QUADS, the spread between fresh processes (about 1 %) dominates what more quads would
      # show. With fewer than FEWEST_PAIRS pairs there is no verdict.
      class Effort
        MOST_QUADS = 10
        FEWEST_PAIRS = 12
        # Seconds that the start of a pair and a quad take, used until both have been measured. They are below those of any
        # machine seen, so that nothing is refused that might fit.
        START_S = 0.3
        QUAD_S = 0.045

        # The fewest pairs that a number of verdicts need if the probability that any of them is wrong is at most `alpha`.
        # All of n pairs point the same way by chance in 2 of 2**n cases.
        #: (Integer, alpha: Float) -> Integer
        def self.fewest(verdicts, alpha:) = [FEWEST_PAIRS, Math.log2(2 * [verdicts, 1].max / alpha).ceil + 1].max

        # - for_s: seconds for everything
        # - pairs: how many pairs give each match FEWEST_PAIRS
        # - start_s: seconds to start two processes and verify their replies
        # - quad_s: seconds of one quad of each comparison
        #: (for_s: Numeric, pairs: Integer, start_s: Numeric, quad_s: Numeric) -> void
        def initialize(for_s:, pairs:, start_s:, quad_s:)
          @for_s = for_s
          @pairs = pairs
          @start_s = start_s
          @quad_s = quad_s
          freeze
        end

        # Quads of each comparison in a pair; 0 if not even one fits.
        #: () -> Integer
        def quads = (((@for_s / @pairs) - @start_s) / @quad_s).floor.clamp(0, MOST_QUADS)

        # Seconds that one quad per pair would take.
        #: () -> Float
        def needed_s = @pairs * (@start_s + @quad_s)
      end
    end
  end
end
