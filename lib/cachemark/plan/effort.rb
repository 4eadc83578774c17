# frozen_string_literal: true

module Cachemark
  module Plan
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
