# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # What is counted and not timed is compared exactly: objects allocated, and what the proxy saw
      # on the wire in the second of its two passes, when the client has met the keys.
      class Counted
        PASS = 2
        # Below this many pairs nothing is known of how far processes of one arm differ.
        FEWEST = 3
        # Code allocates whole objects: a difference below half of one in an iteration is none of the code's.
        OBJECT = 0.5

        # cells: [baseline, contender]; works: the record's `work` lines.
        #
        #: (String, Array[PairEvidence::Pair], Array[Hash], Array[Hash], ?margin: Float) -> void
        def initialize(metric, pairs, cells, works, margin: DEFAULTS["margin"])
          @metric = metric
          @pairs = pairs
          @cells = cells
          @works = works
          @margin = margin
        end

        # The members of Verdict that speak of the effect.
        #
        #: () -> Hash[Symbol, Object]
        def to_h = { unit: unit, pairs: allocations? ? @pairs.size : 0, **judged }

        private

        def unit = Vocabulary::Metrics[@metric].unit
        def allocations? = @metric == "allocations"

        def judged
          lacking = @cells.zip(figures).find { |_cell, figures| figures.empty? }
          return unresolved("no #{unit} on record for #{lacking.first["contender"]}") if lacking
          return unresolved(few) if allocations? && figures.map(&:size).min < FEWEST
          return decided("same") if alike?

          spread.apart? ? decided(spread.effect.positive? ? "slower" : "faster") : unresolved(blurred)
        end

        def unresolved(reason) = { verdict: "unresolved", reason: reason }

        def decided(word)
          effect, (low, high) = spread.effect, spread.interval
          { verdict: word, effect: effect, interval: [low, high].freeze, costs: spread.costs,
            resolution: low == high ? 0.0 : [effect - low, high - effect].reject(&:nan?).max }
        end

        # Objects that differ by less than the margin are the same, unless the code makes one more each time.
        def alike? = spread.within?(allocations? ? @margin : 0.0) && !(spread.apart? && whole?)

        def whole?
          per_iteration = (spread.costs.last - spread.costs.first).abs * (@cells.first["calls"] || 1)
          per_iteration >= OBJECT
        end

        def spread = @spread ||= Spread.new(figures, whole: !allocations?)

        # Per call, one figure a process, of [baseline, contender].
        def figures
          @figures ||= %w[baseline contender].zip(@cells).map do |arm, cell|
            allocations? ? allocations(arm) : observed(cell)
          end
        end

        # A process's least: what warms up, and a read that was tried twice, allocates more.
        def allocations(arm)
          blocks = @pairs.flat_map(&:blocks).select { |block| block["arm"] == arm && block["allocations"] }
          blocks.group_by { |block| block["process"] }.values
                .map { |own| own.map { |block| block["allocations"].fdiv(block["calls"]) }.min }
        end

        def observed(cell)
          lines = @works.select { |work| work["cell"] == cell["cell"] && work["pass"] == PASS }
          lines.filter_map { |work| seen(work)&.fdiv((work["iterations"] || 1) * (cell["calls"] || 1)) }
        end

        def seen(work)
          return work["round_trips"] if @metric == "round-trips"

          ways = work.values_at("bytes_out", "bytes_in")
          ways.sum if ways.all?
        end

        def few
          count = figures.map(&:size).min
          "#{count} #{count == 1 ? "pair" : "pairs"} of processes, fewer than #{FEWEST}: how far processes differ is not known"
        end

        # Processes of one arm that differ more than the arms do.
        def blurred
          arm, *bounds = spread.widest
          format("%s per call differ from process to process of %s, from %g to %g: as much as the two do",
                 unit, @cells[arm]["contender"], *bounds)
        end
      end
    end
  end
end
