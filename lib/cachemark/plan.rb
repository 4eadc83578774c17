# frozen_string_literal: true

module Cachemark
  # Decides which cells are measured, in which order and for how long, and computes the replies that they must get.
  # Everything here is pure: it uses only its arguments.
  module Plan
    # Two cells of one scenario and mode that are compared. An A/A comparison (`noise`) has the same cell twice, in two fresh
    # processes.
    Comparison = Value.define(:id, :baseline, :contender, noise: false) do
      def scenario = baseline.scenario
      def mode = baseline.mode

      # The scenario's label and the mode, for people.
      #: () -> String
      def title = Vocabulary::Mode.of(mode).title(scenario.label)

      # [baseline, contender] as Cells.
      #: () -> Array[Cell]
      def cells = [baseline, contender]

      # Its fields in a record. `change` says that adjacent blocks are compared (Stats::Pairs).
      #: () -> Hash[String, Object]
      def facts
        { "comparison" => id, "baseline" => baseline.id, "contender" => contender.id, "scenario" => scenario.id,
          "mode" => mode, "noise" => noise, "change" => "adjacent" }
      end
    end

    # Two contenders and every comparison between them in one mode. Each pair of fresh processes serves one match. In an A/A
    # match both processes run the baseline.
    Match = Value.define(:baseline, :contender, :comparisons, noise: false) do
      # The same match with only the comparisons for which the block is true; nil if none is left.
      #: () { (Comparison) -> bool } -> Match?
      def only(&)
        left = comparisons.select(&)
        with(comparisons: left.freeze) if left.any?
      end
    end

    # Compares every contender after the first with the first, over the scenarios that both run, mode by mode. The A/A
    # matches of the first contender come last.
    class Match
      #: (Array[Cell]) -> Array[Match]
      def self.of(cells)
        baseline, *contenders = cells.map { |cell| cell.contender.id }.uniq
        groups = cells.group_by { |cell| [cell.contender.id, cell.mode] }
        modes = cells.map(&:mode).uniq
        matches = contenders.product(modes).filter_map { |id, mode| match_of(groups[[baseline, mode]], groups[[id, mode]]) }
        number(matches + modes.filter_map { |mode| noise_match(groups.fetch([baseline, mode], []), matches) })
      end

      def self.match_of(own, others)
        comparisons = (own || []).filter_map do |cell|
          other = others&.find { |candidate| candidate.scenario.id == cell.scenario.id }
          other && Comparison.new(id: nil, baseline: cell, contender: other)
        end
        build(comparisons)
      end
      private_class_method :match_of

      # A scenario that no contender shares with the baseline needs no noise floor.
      def self.noise_match(own, matches)
        used = matches.flat_map { |match| match.comparisons.map { |comparison| comparison.baseline.id } }
        cells = own.select { |cell| used.include?(cell.id) }
        build(cells.map { |cell| Comparison.new(id: nil, baseline: cell, contender: cell, noise: true) }, noise: true)
      end
      private_class_method :noise_match

      def self.build(comparisons, noise: false)
        return if comparisons.empty?

        new(baseline: comparisons.first.baseline.contender, contender: comparisons.first.contender.contender,
            comparisons: comparisons, noise: noise)
      end
      private_class_method :build

      def self.number(matches)
        numbers = Hash.new(0)
        matches.map do |match|
          letter = match.noise ? "n" : "v"
          numbered = match.comparisons.map { |comparison| comparison.with(id: "#{letter}#{numbers[letter] += 1}") }
          match.with(comparisons: numbered.freeze)
        end
      end
      private_class_method :number
    end

    # One version in the range of a search. `name` is a version or a short commit, `number` its position from 0, and
    # `subject` a commit's first line.
    Position = Value.define(:number, :contender, :name, subject: nil) do
      # The line of a release (Vocabulary.release_line); nil for a commit.
      #: () -> String?
      def line = Vocabulary.release_line(name)

      # Its fields in a record.
      #: () -> Hash[String, Object]
      def facts = { "position" => number, "contender" => contender.id, "name" => name, "subject" => subject }
    end

    # The length of a block: about 10 ms. The host's speed drifts with the lag between blocks (7.5 % at 50 ms, 22 % at 1 s),
    # and a shorter block shows no more. Inside a block, stretches of about 100 µs are timed: short enough that some pass
    # undisturbed on a busy machine (guides/method.md#time-per-call).
    module Pace
      BLOCK_NS = 10_000_000
      STRETCH_NS = 100_000
      # Without this limit, a cell that makes no calls would run hundreds of thousands of iterations.
      MOST_ITERATIONS = 20_000

      # Iterations of one block, from the cost of one iteration in ns. Each of the `workers` that share them gets the same
      # number, because a block lasts until the last worker ends.
      #: (Numeric, ?block_ns: Numeric, ?workers: Integer) -> Integer
      def self.iterations(iteration_ns, block_ns: BLOCK_NS, workers: 1)
        workers * (block_ns / [iteration_ns * workers, 1].max).round.clamp(1, [MOST_ITERATIONS / workers, 1].max)
      end

      # Seconds to wait at most for a number of untimed calls: 2 ms for each, which is slower than any call seen.
      #: (Numeric) -> Float
      def self.untimed_limit_s(calls) = calls * 0.002

      # Seconds to wait at most for a number of requests over a network: five round trips for each.
      #: (Integer, Integer) -> Float
      def self.trips_limit_s(requests, rtt_ns) = requests * rtt_ns * 5 / 1e9

      # The number of iterations that are timed together inside a block.
      #: (Numeric, Integer) -> Integer
      def self.batch(iteration_ns, iterations)
        (STRETCH_NS / [iteration_ns, 1].max).round.clamp(1, iterations)
      end
    end
  end
end
