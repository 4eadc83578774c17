# frozen_string_literal: true

module Cachemark
  module Plan
    # Two contenders and all that is compared between them in one mode: what one pair of fresh
    # processes serves. In an A/A match both processes run the baseline.
    Match = Value.define(:baseline, :contender, :comparisons, noise: false) do
      # The same match over some of its comparisons; nil where none is left.
      #: () { (Comparison) -> bool } -> Match?
      def only(&)
        left = comparisons.select(&)
        with(comparisons: left.freeze) if left.any?
      end
    end

    # Every contender after the first against the first, over the scenarios that both run, mode
    # by mode; then the first against itself.
    class Match
      #: (Array[Cell]) -> Array[Match]
      def self.of(cells)
        baseline, *contenders = cells.map { |cell| cell.contender.id }.uniq
        groups = cells.group_by { |cell| [cell.contender.id, cell.mode] }
        modes = cells.map(&:mode).uniq
        matches = contenders.product(modes).filter_map { |id, mode| against(groups[[baseline, mode]], groups[[id, mode]]) }
        number(matches + modes.filter_map { |mode| aside(groups.fetch([baseline, mode], []), matches) })
      end

      def self.against(own, others)
        comparisons = (own || []).filter_map do |cell|
          other = others&.find { |one| one.scenario.id == cell.scenario.id }
          other && Comparison.new(id: nil, baseline: cell, contender: other)
        end
        made(comparisons)
      end
      private_class_method :against

      # What no contender shares with the baseline needs no noise floor.
      def self.aside(own, matches)
        used = matches.flat_map { |match| match.comparisons.map { |one| one.baseline.id } }
        cells = own.select { |cell| used.include?(cell.id) }
        made(cells.map { |cell| Comparison.new(id: nil, baseline: cell, contender: cell, noise: true) }, noise: true)
      end
      private_class_method :aside

      def self.made(comparisons, noise: false)
        return if comparisons.empty?

        new(baseline: comparisons.first.baseline.contender, contender: comparisons.first.contender.contender,
            comparisons: comparisons, noise: noise)
      end
      private_class_method :made

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
