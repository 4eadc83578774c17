# frozen_string_literal: true

module Cachemark
  module Stats
    # What the steps of a `find` tell of changes that it does not name.
    class Brackets
      # Steps of one scenario and its answer's line, nil where there is none; `changes` those found there;
      # `all`: whether every change was searched for.
      #
      #: (Array[Step], Hash?, Array[Change], margin: Float, ?all: bool) -> void
      def initialize(steps, answer, changes, margin:, all: false)
        @steps = steps.sort_by(&:position)
        @answer = answer
        @changes = changes
        @margin = margin
        @all = all
      end

      #: () -> Array[Bracket]
      def to_a
        return [narrowest].compact if @answer.nil? || @answer["undecided"]
        return spread if @changes.empty?

        @all ? [] : beside
      end

      private

      # The fewest versions between which it surely changed.
      def narrowest
        moved = @steps.combination(2).select { |from, to| moved?(from, to) }
        found = moved.min_by { |from, to| [to.position - from.position, -difference(from, to).abs] }
        bracket("undecided", *found) if found
      end

      def beside
        others = @steps.each_cons(2).select { |from, to| moved?(from, to) && !named?(from, to) }
        others.map { |from, to| bracket("beside", from, to) }
      end

      def spread
        places = @steps.to_h { |step| [step.position, step] }
        (@answer["spread"] || []).filter_map do |span|
          from, to = places.values_at(*span.values_at("from", "to"))
          bracket("spread", from, to, log: SignedRank.estimate(span["effects"])) if from && to
        end
      end

      def bracket(kind, from, to, log: difference(from, to))
        Bracket.new(kind: kind, from: from.name, to: to.name, effect: Math.exp(log) - 1,
                    **from.to_h.slice(:scenario, :mode, :metric, :label))
      end

      def named?(from, to)
        places = @steps.to_h { |step| [step.name, step.position] }
        @changes.any? { |change| places[change.from]&.>=(from.position) && places[change.to]&.<=(to.position) }
      end

      # The intervals are relative to the first step and share pairs: their sum in squares is no narrower than the truth.
      def moved?(from, to)
        size = difference(from, to).abs
        size > Math.log(1 + @margin) && size > Math.hypot(reach(from), reach(to))
      end

      def difference(from, to) = log(to.effect) - log(from.effect)
      def reach(step) = (log(step.interval.last) - log(step.interval.first)) / 2
      def log(share) = Math.log(1 + share)
    end
  end
end
