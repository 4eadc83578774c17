# frozen_string_literal: true

module Cachemark
  module Plan
    # Which match the next pair serves: laps over all matches, in random order; the A/A match
    # rides along in every NOISE-th lap, because fewer than 12 of its pairs would say nothing.
    class Laps
      NOISE = 3

      #: (Array[Match], random: Random) -> void
      def initialize(matches, random:)
        @noise, @others = matches.partition(&:noise)
        @random = random
        @lap = -1
        @queue = []
      end

      # The block says which matches are still in; nil when none is.
      #: () { (Match) -> bool } -> Match?
      def next(&)
        @queue = lap(&) if @queue.none?(&)
        @queue.shift until @queue.empty? || yield(@queue.first)
        @queue.shift
      end

      # Pairs until every match but the A/A one has `count`, and that one its share of them. The block
      # says which matches are still in.
      #: (Integer) ?{ (Match) -> bool } -> Integer
      def pairs(count, &live)
        noise, others = [@noise, @others].map { |all| live ? all.count(&live) : all.size }
        (count * others) + (count.fdiv(NOISE).ceil * noise)
      end

      # Pairs until the A/A match has `count` too, and the others their part of as many laps.
      #: (Integer) ?{ (Match) -> bool } -> Integer
      def full(count, &live) = pairs(count * NOISE, &live)

      private

      def lap(&)
        @lap += 1
        due = @others.select(&)
        due += @noise.select(&) if (@lap % NOISE).zero? || due.empty?
        due.shuffle(random: @random)
      end
    end
  end
end
