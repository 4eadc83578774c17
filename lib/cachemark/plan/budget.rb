# frozen_string_literal: true

module Cachemark
  module Plan
    # How many rounds a generation of fresh processes gets, so that a run of
    # `total_s` holds at least MINIMUM generations and no more rounds per process
    # than pay: past ROUNDS the spread between fresh processes (about 1 %)
    # dominates the spread between blocks.
    #
    # In all methods done is the number of generations finished, elapsed_s the
    # time used, start_s what starting a generation costs and round_s what one
    # round costs (seconds, as measured so far).
    class Budget
      # Integer: fresh processes per row below which no interval is given.
      MINIMUM = 6
      # Integer: rounds after which a fresh process shows more than another round.
      ROUNDS = 12

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

      # Whether another generation fits: below MINIMUM one round will do, beyond
      # it must be worth its start.
      #: (done: Integer, elapsed_s: Numeric, start_s: Numeric, round_s: Numeric) -> bool
      def room?(done:, elapsed_s:, start_s:, round_s:)
        rounds = done < MINIMUM ? 0.5 : 2
        @total_s - elapsed_s > start_s + (rounds * round_s)
      end

      # Exactly `iterations` of a row, split over fresh processes and then over
      # blocks: `--iterations N` measures N of each row and not one more.
      module Quota
        # Iterations for each process: at most `processes` of them, sizes within one.
        #: (Integer, ?processes: Integer) -> Array[Integer]
        def self.processes(iterations, processes: Budget::MINIMUM)
          split(iterations, [iterations, processes].min)
        end

        # Iterations for each block of one process: blocks of about `block` iterations.
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

      # How long a pair works. Past MOST quads the spread between fresh processes (about 1 %)
      # dominates what more of them would show; below FEWEST pairs there is no verdict.
      class Effort
        MOST = 10
        FEWEST_PAIRS = 12
        # What a pair and a quad take where nothing has been measured yet: less than on any
        # machine seen, so that nothing is refused that might fit.
        START_S = 0.3
        QUAD_S = 0.045

        # Pairs that so many verdicts need at least, to be wrong together with a probability of alpha:
        # all of n pairs point the same way by chance in 2 of 2**n cases.
        #: (Integer, alpha: Float) -> Integer
        def self.fewest(verdicts, alpha:) = [FEWEST_PAIRS, Math.log2(2 * [verdicts, 1].max / alpha).ceil + 1].max

        # Seconds: for all; pairs: until each match has FEWEST_PAIRS; start_s: of two processes and
        # their proofs; quad_s: one quad of each comparison.
        #: (for_s: Numeric, pairs: Integer, start_s: Numeric, quad_s: Numeric) -> void
        def initialize(for_s:, pairs:, start_s:, quad_s:)
          @for_s = for_s
          @pairs = pairs
          @start_s = start_s
          @quad_s = quad_s
          freeze
        end

        # Quads of each comparison in a pair; 0 where not even one fits.
        #: () -> Integer
        def quads = (((@for_s / @pairs) - @start_s) / @quad_s).floor.clamp(0, MOST)

        # Seconds that one quad a pair would take.
        #: () -> Float
        def needed_s = @pairs * (@start_s + @quad_s)
      end
    end
  end
end
