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
      # Integer: rounds after which a fresh process tells more than another round.
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
    end
  end
end
