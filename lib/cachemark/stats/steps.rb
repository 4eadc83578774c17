# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of `find` needs. `size` is the number of versions. `steps` are the measured ones in order,
    # `skipped` those that could not be measured, and `found` the changes. `undecided` is the reason why there is no answer;
    # `scenarios` has it for each scenario that was or should have been searched. `changed_spans` are spans whose cost
    # changed, without a change that could be named. `aborted`: the search broke off (Record#aborted?).
    class Steps < Value.define(:run, :client, :size, :steps, found: [].freeze, skipped: [].freeze, undecided: nil,
                                                             scenarios: [].freeze, changed_spans: [].freeze, aborted: false,
                                                             environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      # From a record, whether its run has ended or not. Each host of a search knows the pairs of all; the one that got furthest
      # counts.
      #: (Record) -> Steps
      def self.of(record)
        return Search.new(record).steps if record.hosts.empty?

        furthest = record.hosts.values.max_by { |own| [own.answers.size, own.effects.size] }
        steps = Search.new(furthest).steps
        lost = record.hosts.select { |_, own| own.ending.empty? }.keys.map { |host| Remark[:host_lost, host: host] }
        steps.with(run: record.run, notes: [Remark[:searched_on, hosts: record.hosts.keys], *lost, *steps.notes].freeze)
      end

      # The exit code: 4 if only pairs were missing for an answer, 3 if anything else was.
      def code
        return 0 unless undecided

        aborted || size - skipped.size < 2 ? 3 : 4
      end

      # Float: smaller changes were not searched for.
      def margin = Judgement.margin(options)

      # Hash[[String, String, String], Array[Step]]: by scenario, mode and metric, each in the order of the range.
      def series = steps.group_by { |step| [step.scenario, step.mode, step.metric] }
                        .transform_values { |steps| steps.sort_by(&:position) }

      # The parts that belong to one search of a `find`: they have a `scenario` and a `mode`.
      module Searched
        #: () -> [String, String]
        def search_key = [scenario, mode]
      end

      # One version that `find` measured in one scenario. `effect` is its cost ratio to the first version, minus 1. `name` is
      # a version or a short commit, `position` its place in the range, from 0.
      Step = Value.define(:position, :name, :scenario, subject: nil, mode: "sync", metric: "wall", label: nil,
                                                       effect: nil, interval: nil, pairs: 0)

      # A version that `find` could not measure, with the reason.
      Skip = Value.define(:position, :name, :reason, subject: nil)

      # A change of cost that `find` located between two versions and tested again with fresh pairs. `skipped` are the
      # versions between the two that could not be measured. Any of them may have made the change.
      Change = Value.define(:from, :to, :scenario, :effect, :interval, mode: "sync", metric: "wall", label: nil, subject: nil,
                                                                       pairs: 0, skipped: [].freeze)

      # Two versions between which the cost changed by more than the margin, without a named change. `kind` is "undecided",
      # "retest", "apart" or "spread". In an "undecided" span, a search without an answer had narrowed the change down this
      # far. A "retest" is a step that such a search had begun to test again, in this number of pairs. A change that is
      # "apart" exists in addition to those that were found. In a "spread" span, each step was measured, and none made the
      # change alone.
      ChangedSpan = Value.define(:from, :to, :scenario, :kind, :effect, interval: nil, pairs: nil, mode: "sync", metric: "wall",
                                                                        label: nil)

      # The search in one scenario and mode. `undecided` is the reason why it has no answer, or nil.
      Scenario = Value.define(:scenario, :label, mode: "sync", undecided: nil)

      [Step, Change, ChangedSpan, Scenario].each { |part| part.include(Searched) }

      # Makes the Steps from the record of a `find`.
      class Search
        #: (Record) -> void
        def initialize(record)
          @record = record
          @metric = record.run.dig("options", "metrics")&.first || "wall"
          @pairs = Counts.or_pairs(record, @metric)
          @names = record.positions.to_h { |line| [line["position"], line] }
          @cells = record.cells.to_h { |cell| [cell["cell"], cell] }
        end

        #: () -> Steps
        def steps
          Steps.new(**RunFacts.of(@record), client: @record.cells.first&.fetch("client"), size: @names.size, steps: series,
                    found: changes, skipped: skips.freeze, undecided: undecided, scenarios: scenarios.freeze,
                    changed_spans: changed_spans.freeze, aborted: @record.aborted?,
                    notes: [*Notes.of_comparison(@record, [], evidence: Evidence.new(@record), alpha: nil), *resumptions].freeze)
        end

        private

        def step_lines = @record.comparisons.select { |line| line["step"] }

        def series = @series ||= measured.freeze

        def measured
          step_lines.group_by { |line| search_key(line) }.flat_map do |(scenario, mode), lines|
            spans = lines.map { |line| [*line["step"].values_at("from", "to"), @pairs.effects(line["comparison"], @metric)] }
            label = Judgement.label(@cells.fetch(lines.first["baseline"]))
            Levels.new(spans).to_h.map { |number, level| step(number, level, scenario: scenario, mode: mode, label: label) }
          end
        end

        def step(number, level, **search)
          half_width = level.error.zero? ? 0.0 : level.error * errors(level.pairs)
          bounds = [level.log - half_width, level.log + half_width] if half_width.finite?
          Step.new(position: number, metric: @metric, pairs: level.pairs, effect: share(level.log),
                   interval: bounds&.map { |log| share(log) }, **name(number), **search)
        end

        # Half of an interval, in standard errors. The search looks at it after each measurement.
        def errors(pairs)
          return Interval::StudentT.quantile((1 + Retest::CONFIDENCE) / 2, [pairs - 1, 1].max) if first?

          Interval::Sequential.errors(pairs, alpha: 1 - Retest::CONFIDENCE)
        end

        def first? = TimeMethod.first?(@record.run)

        def name(number) = @names.fetch(number).slice("name", "subject").transform_keys(&:to_sym)

        # An answer of an earlier Cachemark may have a retest that is unresolved.
        def changes
          @changes ||= answers.values.flat_map do |answer|
            resolved = answer["found"].select { |found| Retest.resolved?(*found.values_at("effects", "alpha")) }
            resolved.map { |found| change(answer, found) }
          end.freeze
        end

        # Computed from the pairs that retested the answer, because no step of the search used them.
        def change(answer, found)
          effects = found["effects"]
          cell = @record.cells.find { |cell| search_key(cell) == search_key(answer) }
          Change.new(from: name(found["from"])[:name], to: name(found["to"])[:name], subject: name(found["to"])[:subject],
                     scenario: answer["scenario"], mode: answer["mode"], metric: answer["metric"], label: Judgement.label(cell),
                     **figures(effects, found["alpha"]), skipped: found["skipped"].map { |number| name(number)[:name] }.freeze)
        end

        def figures(effects, alpha)
          { effect: share(Retest.estimate(effects, alpha)), pairs: effects.size,
            interval: Retest.interval(effects, alpha)&.map { |bound| share(bound) } }
        end

        def skips
          reasons = @record.failures.to_h { |failure| [failure["contender"], failure["reason"]] }
          @record.positions.filter_map do |line|
            reason = reasons[line["contender"]] or next
            Skip.new(position: line["position"], reason: reason, **name(line["position"]))
          end
        end

        def changed_spans
          all = @record.run.dig("options", "all") == true
          series.group_by(&:search_key).flat_map do |key, own|
            found = changes.select { |change| change.search_key == key }
            open = undecided_reason(key)
            [*(retests(key, found) if open),
             *ChangedSpans.new(own, answers[key], found, open: !open.nil?, margin: margin, all: all).to_a]
          end
        end

        def margin = Judgement.margin(@record.run["options"])

        # The steps that a search without an answer tested again, except those that it found or that are within the margin.
        def retests(key, found)
          lines = step_lines.select { |line| line["step"]["retest"] && search_key(line) == key }
          spans = lines.group_by { |line| line["step"].values_at("from", "to") }.each_with_index.filter_map do |(span, own), at|
            retest(span, own, (Retest.alpha(at + 1) unless first?))
          end
          named = found.map { |change| [change.from, change.to] }
          spans.reject do |span|
            named.include?([span.from, span.to]) || span.interval&.all? { |bound| bound.abs < margin }
          end
        end

        def retest(span, lines, alpha)
          effects = lines.flat_map { |line| @pairs.effects(line["comparison"], @metric) }
          return if effects.empty?

          from, to = span.map { |number| name(number)[:name] }
          scenario, mode = search_key(lines.first)
          ChangedSpan.new(kind: "retest", from: from, to: to, **figures(effects, alpha), scenario: scenario, mode: mode,
                          metric: @metric, label: Judgement.label(@cells.fetch(lines.first["baseline"])))
        end

        # The pairs of a resumed search were measured at several times.
        def resumptions
          @record.events.select { |event| event["kind"] == "resumed" }
                 .map { |event| Remark[:resumed, at: event["at"], argv: event["argv"]] }
        end

        # The reason why there is no answer, from the first search without one.
        def undecided
          open = scenarios.select(&:undecided)
          (open.find { |scenario| !answers.key?(scenario.search_key) } || open.first)&.undecided
        end

        def scenarios
          @scenarios ||= @record.cells.uniq { |cell| search_key(cell) }.map do |cell|
            Scenario.new(scenario: cell["scenario"], mode: cell["mode"], label: Judgement.label(cell),
                                undecided: undecided_reason(search_key(cell)))
          end
        end

        # The key of a search: each scenario and mode is searched separately.
        def search_key(line) = line.values_at("scenario", "mode")

        # The last answer of each search.
        def answers = @answers ||= @record.answers.to_h { |answer| [search_key(answer), answer] }

        def undecided_reason(key)
          return open_reason(answers[key]) if answers.key?(key)

          reason = @record.ending["reason"] || @record.ending["outcome"] || Remark[:search_unfinished]
          # A single scenario needs no such distinction.
          begun = step_lines.any? { |line| search_key(line) == key } || @record.cells.uniq { |cell| search_key(cell) }.one?
          begun ? reason : Remark[:not_searched, reason: reason]
        end

        def open_reason(answer) = answer["undecided"] || (Remark[:unresolved_retest] unless Retest.decides?(answer))

        def share(log) = Math.exp(log) - 1

        # The changes that the steps of a `find` show but that it does not name.
        class ChangedSpans
          # `steps` are of one scenario. `answer` is the line of its answer, nil if there is none, and `changes` are those
          # found there. `open`: the search is undecided. `all`: every change was searched for.
          #: (Array[Step], Hash?, Array[Change], margin: Float, ?open: bool, ?all: bool) -> void
          def initialize(steps, answer, changes, margin:, open: answer.nil?, all: false)
            @steps = steps.sort_by(&:position)
            @answer = answer
            @changes = changes
            @margin = margin
            @open = open
            @all = all
          end

          #: () -> Array[ChangedSpan]
          def to_a
            return [narrowest].compact if @open
            return unlocated if @changes.empty?

            @all ? [] : apart
          end

          private

          # The span of the fewest versions that surely changed.
          def narrowest
            found = moved.first
            changed_span("undecided", *found) if found
          end

          # All spans that surely changed, those of the fewest versions first.
          def moved
            spans = @steps.select(&:interval).combination(2).select { |from, to| moved?(from, to) }
            spans.sort_by { |from, to| [to.position - from.position, -difference(from, to).abs] }
          end

          # The narrowest spans that neither overlap nor contain a named change.
          def apart
            others = moved.each_with_object([]) do |span, kept|
              kept << span unless [*named, *kept].any? { |other| overlap?(span, other) }
            end
            others.sort_by { |from, _| from.position }.map { |span| changed_span("apart", *span) }
          end

          def named
            places = @steps.to_h { |step| [step.name, step] }
            @changes.map { |change| places.values_at(change.from, change.to) }.select(&:all?)
          end

          def overlap?(span, other) = span.first.position < other.last.position && span.last.position > other.first.position

          def unlocated
            places = @steps.to_h { |step| [step.position, step] }
            (@answer["spread"] || []).filter_map do |span|
              from, to = places.values_at(*span.values_at("from", "to"))
              next unless from && to

              effects = span.values_at("effects", "alpha")
              changed_span("spread", from, to, log: Retest.estimate(*effects), bounds: Retest.interval(*effects))
            end
          end

          def changed_span(kind, from, to, log: difference(from, to), bounds: bounds(from, to))
            ChangedSpan.new(kind: kind, from: from.name, to: to.name, effect: Math.exp(log) - 1,
                            interval: bounds&.map { |bound| Math.exp(bound) - 1 },
                            **from.to_h.slice(:scenario, :mode, :metric, :label))
          end

          def bounds(from, to)
            half_width = half_width(from, to)
            [difference(from, to) - half_width, difference(from, to) + half_width]
          end

          def moved?(from, to)
            size = difference(from, to).abs
            size > Math.log(1 + @margin) && size > half_width(from, to)
          end

          # The intervals are relative to the first step and share pairs. Their root sum of squares is no narrower than the
          # true interval.
          def half_width(from, to)
            Math.hypot(*[from, to].map { |step| (log(step.interval.last) - log(step.interval.first)) / 2 })
          end

          def difference(from, to) = log(to.effect) - log(from.effect)
          def log(share) = Math.log(1 + share)
        end
      end
    end
  end
end
