# frozen_string_literal: true

module Cachemark
  module Plan
    # Two contenders and all that is compared between them: what one pair of fresh processes
    # serves. In an A/A match both processes run the baseline.
    Match = Value.define(:baseline, :contender, :comparisons, noise: false) do
      # The same match over some of its comparisons; nil where none is left.
      #: () { (Comparison) -> bool } -> Match?
      def only(&)
        left = comparisons.select(&)
        with(comparisons: left.freeze) if left.any?
      end
    end

    # Every contender after the first against the first, over the scenarios and modes that both
    # run; then the first against itself.
    class Match
      #: (Array[Cell]) -> Array[Match]
      def self.of(cells)
        baseline, *contenders = cells.map(&:contender).uniq(&:id)
        own = cells.select { |cell| cell.contender.id == baseline.id }
        matches = contenders.map { |contender| against(own, cells.select { |cell| cell.contender.id == contender.id }) }
        matches << new(baseline: baseline, contender: baseline, noise: true, comparisons: aside(own, matches))
        number(matches)
      end

      def self.against(own, others)
        pairs = own.filter_map do |cell|
          other = others.find { |one| [one.scenario.id, one.mode] == [cell.scenario.id, cell.mode] }
          other && Comparison.new(id: nil, baseline: cell, contender: other)
        end
        new(baseline: own.first.contender, contender: others.first.contender, comparisons: pairs)
      end
      private_class_method :against

      # What no contender shares with the baseline needs no noise floor.
      def self.aside(own, matches)
        used = matches.flat_map { |match| match.comparisons.map { |one| one.baseline.id } }
        own.select { |cell| used.include?(cell.id) }
           .map { |cell| Comparison.new(id: nil, baseline: cell, contender: cell, noise: true) }
      end
      private_class_method :aside

      def self.number(matches)
        numbers = Hash.new(0)
        matches.map do |match|
          letter = match.noise ? "n" : "v"
          match.with(comparisons: match.comparisons.map { |one| one.with(id: "#{letter}#{numbers[letter] += 1}") }.freeze)
        end
      end
      private_class_method :number
    end
  end
end
