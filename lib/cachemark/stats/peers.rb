# frozen_string_literal: true

module Cachemark
  module Stats
    # Whom a row is compared with: those that run the same scenario in the same mode, and
    # the other rows of its own contender.
    class Peers
      #: (Array[Observation]) -> void
      def initialize(observations)
        @places = observations.reject(&:ruler?).group_by(&:place)
        @contenders = observations.group_by(&:contender)
        @of = {}
      end

      # Array[Observation]: other contenders in the same scenario.
      #: (Observation) -> Array[Observation]
      def of(seen)
        @of[seen.cell["cell"]] ||= @places.fetch(seen.place, []).reject { |peer| peer.contender == seen.contender }
      end

      # Array[Observation]: the rows of its scenario that are printed, itself included, in their order.
      #: (Observation) -> Array[Observation]
      def shown(seen) = @places.fetch(seen.place, []).select(&:shown?)

      # Array[Observation]: every row of the same contender, its own included.
      #: (Observation) -> Array[Observation]
      def siblings(seen) = @contenders.fetch(seen.contender, [])

      # The reference of the scenario, its own language's before others, or nil: the published programs had none.
      #: (Observation) -> Observation?
      def reference(seen) = of(seen).select(&:reference?).min_by { |peer| peer.language == seen.language ? 0 : 1 }

      # Whom the scenario is measured by, or nil.
      #: (Observation) -> Observation?
      def yardstick(seen) = reference(seen)

      # [a figure, whose it is]: the reference's, under the name of a row that is printed where one has
      # the same, or what most rows of the scenario have, the row's own included; nil where nobody can be
      # compared with, or there is no most.
      #: (Observation) { (WireWork) -> Object } -> [Object, String]?
      def usual(seen)
        if (reference = reference(seen))
          figure = yield(reference.warm)
          alike = [reference, *of(seen)].select(&:shown?).find { |peer| yield(peer.warm) == figure }
          return [figure, (alike || reference).title]
        end

        tally = (of(seen) + [seen]).map { |peer| yield(peer.warm) }.tally.sort_by { |_, count| -count }
        [tally.first.first, "most"] if tally.size > 1 && tally[0].last > tally[1].last
      end
    end
  end
end
