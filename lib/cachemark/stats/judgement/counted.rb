# frozen_string_literal: true

module Cachemark
  module Stats
    class Judgement
      # Compares counts exactly: the objects allocated, and the traffic that the proxy saw in the second of its two passes.
      # By then the client knows the keys. Instrumented compares what instruments counted.
      class Counted
        PASS = 2
        # Code allocates whole objects: differences below half an object per iteration are noise.
        OBJECT = 0.5

        # cells: [baseline, contender]; works: the record's `work` lines; counts: those of processes that were not timed; alpha
        # and apart as in Spread.
        #: (String, Counts, Array[Hash], ?pairs: Array[Pairs::Pair], ?works: Array[Hash], ?margin: Float, ?alpha: Float?,
        #:  ?apart: Float) -> void
        def initialize(metric, counts, cells, pairs: [], works: [], margin: DEFAULTS["margin"], alpha: nil, apart: 0.0)
          @metric = Vocabulary::Metrics[metric]
          @counts = counts
          @cells = cells
          @pairs = pairs
          @works = works
          @margin = margin
          @alpha = alpha
          @apart = apart
        end

        # The members of Verdict that are about the change.
        #: () -> Hash[Symbol, Object]
        def to_h
          reason = lacking || few
          { unit: @metric.unit, pairs: processes, **(reason ? unresolved(reason) : judged) }
        end

        # Whether processes differ, of one cell or of two.
        def varied? = figures.none?(&:empty?) && spread.varied?

        # Whether processes of one cell differ.
        def uneven? = spread.uneven?

        private

        # Pairs of them. What the proxy saw has none.
        def processes
          return 0 if on_wire?

          @pairs.any? ? @pairs.size : fewest_figures
        end

        def on_wire? = @metric.source == "proxy"
        def fewest_figures = figures.map(&:size).min

        # Why instruments could not count a cell, or that nothing did.
        def lacking
          cell = @cells.zip(figures).find { |_cell, figures| figures.empty? }&.first
          uncountable || (Remark[:uncounted, unit: @metric.unit, contender: cell["contender"]] if cell)
        end

        def uncountable
          @cells.filter_map do |cell|
            @counts.lacking(cell, @metric.name)&.then { |message| Remark.recorded(message).with(about: cell["contender"]) }
          end.first
        end

        def few
          fewest = spread.fewest(on_wire? ? 1 : @metric.fewest)
          Remark[:few_counts, count: fewest_figures, fewest: fewest] if fewest_figures < fewest
        end

        def judged
          return decided("same", resolution) if same?

          spread.differ? ? decided(direction, resolution) : unresolved(processes_differ)
        end

        def unresolved(reason) = { verdict: "unresolved", reason: reason }
        def direction = spread.effect.positive? ? "slower" : "faster"

        def decided(word, resolution)
          { verdict: word, effect: spread.effect, interval: spread.interval.freeze, costs: spread.costs, resolution: resolution }
        end

        def resolution
          effect, (low, high) = spread.effect, spread.interval
          low == high ? 0.0 : [effect - low, high - effect].reject(&:nan?).max
        end

        # Counts of objects that differ by less than the margin are the same, unless the code allocates at least one more
        # each time.
        def same? = spread.within?(on_wire? ? 0.0 : @margin) && !(spread.differ? && whole?)

        def whole?
          per_iteration = (spread.costs.last - spread.costs.first).abs * (@cells.first["calls"] || 1)
          per_iteration >= OBJECT
        end

        def spread = @spread ||= Spread.new(figures, whole: on_wire?, alpha: @alpha, apart: @apart)

        # Counts per call of [baseline, contender], one figure per process.
        def figures
          @figures ||= if on_wire? then @cells.map { |cell| seen_on_wire(cell) }
                       elsif @counts.any?(@metric.name) then @counts.figures(@cells, @metric.name)
                       else %w[baseline contender].map { |arm| allocations(arm) }
                       end
        end

        # The lowest count of each process: warm-up and retried reads allocate more.
        def allocations(arm)
          blocks = @pairs.flat_map { |pair| pair.arm(arm) }.select { |block| block["allocations"] }
          blocks.group_by { |block| block["process"] }.values
                .map { |own| own.map { |block| block["allocations"].fdiv(block["calls"]) }.min }
        end

        def seen_on_wire(cell)
          lines = @works.select { |work| work["cell"] == cell["cell"] && work["pass"] == PASS }
          lines.filter_map { |work| seen(work)&.fdiv((work["iterations"] || 1) * (cell["calls"] || 1)) }
        end

        def seen(work)
          return work["round_trips"] if @metric.name == "round-trips"

          ways = work.values_at("bytes_out", "bytes_in")
          ways.sum if ways.all?
        end

        # The processes of one arm differ more than the arms do.
        def processes_differ
          arm, low, high = spread.widest
          Remark[:processes_differ, unit: @metric.unit, contender: @cells[arm]["contender"], low: low, high: high]
        end

        # Compares the counts of two arms, one figure per process, by the ratios of each process of one arm to each of the
        # other (Hodges and Lehmann). A process that retried a read in every block counts too much. A few such processes move
        # neither the middle ratio nor its bounds.
        class Spread
          # By method 1 (TimeMethod), the number of standard errors of Mann and Whitney's statistic that excludes 1 %. With too
          # few processes for that, the bounds are the lowest and the highest ratio.
          STANDARD_ERRORS = 2.576

          # `alpha` is the part of the report's alpha that the interval has. By method 1, it is nil, and `whole` intervals
          # include all ratios. The interval is wider by `apart`, the share by which the same code differed from itself.
          #: ([Array[Float], Array[Float]], ?whole: bool, ?alpha: Float?, ?apart: Float) -> void
          def initialize(figures, whole: false, alpha: nil, apart: 0.0)
            @figures = figures.map { |own| own.map { |figure| figure.round(2) } }
            @whole = whole
            @alpha = alpha
            @wider = apart.abs
          end

          # Whether processes differ, whichever arm they belong to.
          def varied? = @figures.flatten.uniq.size > 1

          # Whether processes of one arm differ.
          def uneven? = @figures.any? { |own| own.uniq.size > 1 }

          # The fewest processes for a verdict: `least` where none of them differ, as many as alpha asks for elsewhere.
          #: (Integer) -> Integer
          def fewest(least) = @alpha && varied? ? [least, RankSum.fewest(@alpha)].max : least

          # Half of the interval, in standard errors.
          #: () -> Float
          def errors = @alpha ? RankSum.errors(@alpha) : STANDARD_ERRORS

          # [Float, Float]: the medians of [baseline, contender].
          #: () -> [Float, Float]
          def costs = @costs ||= @figures.map { |own| Median.of(own).round(2) }

          # The cost ratio - 1; infinite if the baseline costs nothing and the contender does.
          #: () -> Float
          def effect = Median.of(ratios)

          # [low, high] of the change.
          #: () -> [Float, Float]
          def interval = [ratios[bound_position - 1] - @wider, ratios[-bound_position] + @wider]

          def differ? = interval.first.positive? || interval.last.negative?

          # Whether the arms surely differ by no more than the margin.
          #: (Float) -> bool
          def within?(margin) = interval.all? { |bound| bound.abs <= margin }

          # [index of the arm whose processes differ most, its lowest figure, its highest].
          #: () -> [Integer, Float, Float]
          def widest
            own = @figures.max_by { |figures| figures.max - figures.min }
            [@figures.index(own), *own.minmax]
          end

          private

          def ratios = @ratios ||= @figures.first.product(@figures.last).map { |pair| share(*pair) }.sort

          # The position of the bounds, counted from either end, from 1. Counts that never differ are known exactly.
          def bound_position
            return RankSum.position(@figures.map(&:size), @alpha) || 1 if @alpha
            return 1 if @whole

            sizes = @figures.map(&:size)
            product = sizes.reduce(:*)
            [((product / 2.0) - (STANDARD_ERRORS * Math.sqrt(product * (sizes.sum + 1) / 12.0))).floor, 1].max
          end

          def share(baseline, contender)
            return contender.zero? ? 0.0 : Float::INFINITY if baseline.zero?

            contender.fdiv(baseline) - 1
          end
        end
      end
    end
  end
end
