# frozen_string_literal: true

module Cachemark
  # What is measured, in which order and for how long, and what must come of it. Pure: everything it knows is handed in.
  module Plan
    # Two cells of one scenario and mode that are held against each other; an A/A comparison
    # (`noise`) has the same cell twice, in two fresh processes.
    Comparison = Value.define(:id, :baseline, :contender, noise: false) do
      def scenario = baseline.scenario
      def mode = baseline.mode

      # What is done in it, in words.
      #: () -> String
      def title = Vocabulary::Mode.of(mode).title(scenario.label)

      # [baseline, contender] as Cells.
      #: () -> Array[Cell]
      def cells = [baseline, contender]

      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts
        { "comparison" => id, "baseline" => baseline.id, "contender" => contender.id, "scenario" => scenario.id,
          "mode" => mode, "noise" => noise }
      end
    end

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

    # One version of a range that is searched: `name` is a version or a short commit, `number` its
    # place from 0, `subject` a commit's first line.
    Position = Value.define(:number, :contender, :name, subject: nil) do
      # The facts that a record keeps of it.
      #: () -> Hash[String, Object]
      def facts = { "position" => number, "contender" => contender.id, "name" => name, "subject" => subject }
    end

    # How long a block is. About 10 ms, because the host's speed drifts with the
    # lag between blocks (7.5 % at 50 ms, 22 % at 1 s) and a shorter block shows
    # no more; sub-batches of about half a millisecond inside it.
    module Pace
      BLOCK_NS = 10_000_000
      BATCH_NS = 500_000
      # A cell that makes no calls would otherwise run hundreds of thousands of iterations.
      MOST = 20_000

      # Iterations of one block, from the cost of one iteration in ns: as many for each of the `hands`
      # over which they are dealt out, because the last to end would be waited for.
      #: (Numeric, ?block_ns: Numeric, ?hands: Integer) -> Integer
      def self.iterations(iteration_ns, block_ns: BLOCK_NS, hands: 1)
        hands * (block_ns / [iteration_ns * hands, 1].max).round.clamp(1, [MOST / hands, 1].max)
      end

      # Seconds that one may wait for so many calls that are not timed, each slower than any that was seen.
      #: (Integer) -> Float
      def self.patience_s(calls) = calls * 0.002

      # Iterations timed together inside a block.
      #: (Numeric, Integer) -> Integer
      def self.batch(iteration_ns, iterations)
        (BATCH_NS / [iteration_ns, 1].max).round.clamp(1, iterations)
      end
    end
  end
end
