# frozen_string_literal: true

module Cachemark
  module Plan
    # Which of a range's steps changed the cost: decides what to measure next until it
    # can say. Positions are 0...size; `margin` is the smallest ratio that matters (0.01),
    # `alpha` the share of wrong answers, `most_pairs` the budget, `all` asks for every
    # change, also those that later ones undo. All that it knows is what it is handed, so a
    # search goes on from its record.
    #
    # One change: the ends first, then both halves of the span that changed, always in
    # fresh pairs, until one half's change is larger by more than noise explains; what is
    # left is one step, which must show again in fresh pairs that exceed the margin. One that
    # does not sends the search back to the halves that it left.
    class Bisection < Value.define(:size, :margin, alpha: 0.01, all: false, most_pairs: nil)
      # What may come of it. Measure: so many fresh pairs between two positions.
      Measure = Value.define(:from, :to, :pairs, retest: false)
      # A change: `effects` are those of the retest, `skipped` the positions in it that cannot be built.
      Found = Value.define(:from, :to, :effects, skipped: [].freeze)
      # `spread` are spans that changed by more than the margin although no step in them did.
      Done = Value.define(:found, spread: [].freeze)
      # `from` and `to` say where the search stood, `found` what it had found.
      Undecided = Value.define(:reason, from: nil, to: nil, found: [].freeze)

      #: (Array[Measured], ?Array[Integer]) -> (Measure | Done | Undecided)
      def next(measurements, skipped = [])
        ground = Ground.new(size: size, skipped: skipped)
        return Undecided.new(reason: "fewer than two of #{size} could be measured") if ground.positions.size < 2

        judge = Judge.new(margin: margin, alpha: alpha, ground: ground, evidence: Evidence.new(measurements))
        search = (all ? Sweep : Descent).new(ground, judge)
        within_budget(search.answer, search.found, measurements)
      end

      private

      def within_budget(answer, found, measurements)
        return answer unless most_pairs && answer.is_a?(Measure)

        left = most_pairs - measurements.sum { |measured| measured.effects.size }
        return answer.with(pairs: [answer.pairs, left].min) if left.positive?

        Undecided.new(reason: "#{most_pairs} pairs were measured and more are needed", found: found,
                      from: answer.from, to: answer.to)
      end
    end
  end
end
