# frozen_string_literal: true

module Cachemark
  module Stats
    # The other arm of a comparison, in the place of a row's Peers: the only one that it is compared with.
    class Opponent
      #: (Peers, Observation) -> void
      def initialize(peers, rival)
        @peers = peers
        @rival = rival
      end

      #: (Observation) -> Array[Observation]
      def of(_seen) = [@rival]

      # The two, in the order of the record.
      #: (Observation) -> Array[Observation]
      def shown(seen) = @peers.shown(seen).select { |row| [seen, @rival].any? { |one| one.equal?(row) } }

      #: (Observation) -> Array[Observation]
      def siblings(seen) = @peers.siblings(seen)

      # Neither arm is the reference of the other.
      #: (Observation) -> nil
      def reference(_seen) = nil

      #: (Observation) -> Observation
      def yardstick(_seen) = @rival

      # A difference is told once, of the arm that has more.
      #: (Observation) { (WireWork) -> Integer } -> [Integer, String]?
      def usual(seen)
        figure = yield(@rival.warm)
        [figure, @rival.title] if figure < yield(seen.warm)
      end
    end
  end
end
