# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `find`: searches one scenario (in one mode) after the other. It makes the measurements of the bisection
    # until there is an answer, or until its part of the time is used. Versions are built when they are needed. Everything is
    # in the record, so that a later run can continue. Hosts that search together measure the same spans, and each goes on
    # from the pairs of all.
    class Find < Loop
      # A search whose time is over suggests to go on for this many times as long.
      LONGER = 2
      private_constant :LONGER

      # - range: Array[Plan::Position]. They are built when they are needed.
      Task = Value.define(:seed, :for_s, :judging, loop: self, **SHARED, range: [].freeze, sweeps: [].freeze) do
        include Loop::Task
        def metrics = judging.fetch(:metrics)
        def options = { for_s: for_s, **judging, sweeps: sweeps.map(&:facts) }
        def seconds = for_s
        def upfront = contenders.values_at(0, -1)

        # Seconds that the searches take at least, on any machine: each measures both ends of the range.
        def least_s
          effort = Plan::Budget::Effort
          places.size * effort::FEWEST_PAIRS * (effort::START_S + effort::QUAD_S)
        end

        # The cells of each scenario and mode, which is searched on its own.
        def places = cells.group_by { |cell| [cell.scenario.id, cell.mode] }.values

        private

        # Only two contenders exist at a time.
        def workers = super.max(2)
      end

      # The search in one scenario and mode, read from the record each time.
      class Search
        # cells: those of the scenario and mode, in the order of the range.
        #: (Task, Record::Writer, Array[Plan::Cell]) -> void
        def initialize(task, writer, cells)
          @cells = cells
          @writer = writer
          @metric = task.metrics.first
          @effects = {}
          @bisection = Plan::Bisection.new(size: @cells.size, counted: Vocabulary::Metrics[@metric].exact?,
                                           alpha: task.judging.fetch(:alpha) / task.places.size,
                                           **task.judging.slice(:margin, :all, :most_pairs))
        end

        # The next step of Plan::Bisection, from all results so far.
        def next = @bisection.next(measured, skipped)

        # String: the scenario and mode, in words.
        def label = Vocabulary::Mode.of(@cells.first.mode).title(@cells.first.scenario.label)

        # The change that the pairs of a measurement's span show so far, in words; nil if there are none.
        #: (Plan::Bisection::Measure) -> String?
        def so_far(action)
          same = measured.select do |measured|
            [measured.from, measured.to, measured.retest] == [action.from, action.to, action.retest]
          end
          effects = same.flat_map(&:effects)
          return if effects.empty?

          format("%+.1f %% in %d pairs so far", (Math.exp(Stats::SignedRank.estimate(effects)) - 1) * 100, effects.size)
        end

        # Whether its answer is in the record. A continued search does not repeat it.
        def answered? = @writer.record.answers.any? { |answer| here?(answer) && Stats::Retest.decides?(answer) }

        # The cell at a position.
        #: (Integer) -> Plan::Cell
        def cell(number) = @cells.fetch(number)

        # Records which contenders the pairs of a measurement will compare.
        #: (Plan::Bisection::Measure, Plan::Cell, Plan::Cell) -> Plan::Comparison
        def comparison(action, baseline, contender)
          id = "f#{@writer.record.comparisons.size + 1}"
          comparison = Plan::Comparison.new(id: id, baseline: baseline, contender: contender)
          @writer.add("comparison", comparison.facts.merge("step" => { from: action.from, to: action.to, retest: action.retest }))
          comparison
        end

        # The changes that the pairs of this host show.
        #: (Plan::Comparison) -> Array[Float]
        def own_effects(comparison)
          Stats::Counts.or_pairs(@writer.record, @metric, only: [comparison.id]).effects(comparison.id, @metric)
        end

        # Records the answer.
        #: (Plan::Bisection::Done | Plan::Bisection::Undecided) -> void
        def close(answer)
          undecided = answer.is_a?(Plan::Bisection::Undecided)
          @writer.add("answer", scenario: @cells.first.scenario.id, mode: @cells.first.mode, metric: @metric,
                                found: answer.found.map(&:to_h), undecided: undecided ? answer.reason : nil,
                                spread: undecided ? [] : answer.unlocated.map(&:to_h))
        end

        private

        def here?(line) = line.values_at("scenario", "mode") == [@cells.first.scenario.id, @cells.first.mode]

        # A result for each comparison between two positions, in order. Only whole pairs count.
        def measured
          record = @writer.record
          steps = record.comparisons.select { |line| line["step"] && here?(line) }
          known = effects(record, steps.map { |line| line["comparison"] })
          steps.filter_map do |line|
            effects = known.fetch(line["comparison"])
            Plan::Bisection::Measured.new(**line["step"].transform_keys(&:to_sym), effects: effects) if effects.any?
          end
        end

        # {comparison => its `effects`}. Only the last comparison still gets pairs; those before it are read once, because a
        # record grows with each step.
        def effects(record, comparisons)
          unread = comparisons - @effects.keys
          pairs = Stats::Counts.or_pairs(record, @metric, only: unread)
          found = unread.to_h { |comparison| [comparison, pairs.effects(comparison, @metric).freeze] }
          @effects.update(found.except(comparisons.last))
          @effects.merge(found)
        end

        # Positions whose cell failed, or could not be built.
        def skipped
          lost = @writer.record.failures.map { |failure| failure["cell"] }
          @cells.each_index.select { |number| lost.include?(@cells[number].id) }
        end
      end

      #: (**Object) -> void
      def initialize(**)
        super
        random = Random.new(@task.seed)
        @runner = PairRunner.new(@engine, @participants, random: random, verdicts: false)
        @counting = Counting.new(@engine, @participants, metrics: @task.metrics, random: random)
      end

      # Searches until there is an answer, or the time is over. Returns "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.notify(:start, total_s: @task.for_s, margin: @task.judging[:margin])
          write_positions
          searches = @task.places.map { |cells| Search.new(@task, @writer, cells) }
          announce(searches)
          @stop.interruptible do
            begin_together
            search_all(searches)
          end
        end
      end

      private

      # The time begins when all hosts are ready.
      def begin_together
        return unless @engine.others

        @engine.others.meet("the beginning")
        @began_s = @clock.call
      end

      def now_s = @clock.call - @began_s.to_f

      # Once in a record, however often it is resumed.
      def write_positions
        return if @writer.record.positions.any?

        @task.range.each { |position| @writer.add("position", position.facts) }
      end

      def announce(searches)
        return if searches.one?

        @live.notify(:step, text: "#{searches.size} scenarios are searched one after the other, each with its part of " \
                                "#{format("%g s", @task.for_s)}: #{searches.map(&:label).join(", ")} (--scenario chooses)")
      end

      # Searches without an answer share the remaining time evenly, including the time that others have not used.
      def search_all(searches)
        until @stop.requested? || (open = searches.reject(&:answered?)).empty?
          left_s = @task.for_s - now_s
          time_over(searches, open) unless left_s.positive?
          open.each_with_index do |search, at|
            left_s = @task.for_s - now_s
            follow(search, now_s + (left_s / (open.size - at)))
          end
        end
      end

      def follow(search, ends_s)
        until @stop.requested? || search.answered?
          action = search.next
          return search.close(action) unless action.is_a?(Plan::Bisection::Measure)
          return if of_all("the next step of #{search.label}", over: now_s >= ends_s).any?

          measure(search, action)
        end
      end

      def time_over(searches, open)
        where = " in #{open.size} of #{searches.size} scenarios" unless searches.one?
        needed_s = (@task.for_s * LONGER).ceil
        raise PairBudget::TimeTooShort.new("the time is over (#{@task.for_s.round} s) before there is an answer#{where}",
                                           try: how_to_continue(needed_s), needed_s: needed_s)
      end

      # A search on several hosts begins again.
      def how_to_continue(needed_s)
        longer = ["--for", "#{needed_s}s"]
        return "repeat the search with #{longer.join(" ")}" if @engine.others

        "continue where it stopped, for longer: #{CommandLine.of(["find", "--resume", @writer.path, *longer])}"
      end

      # If an end of the span does not run here, it is a skipped position for the bisection.
      def measure(search, action)
        cells = [action.from, action.to].map { |number| search.cell(number) }
        return unless usable_everywhere?(cells, action)

        comparison = search.comparison(action, *cells)
        report(comparison, search, action)
        @counting.any? ? count(comparison, action.pairs) : pairs(comparison, action.pairs)
        share(search, comparison, action)
      end

      def pairs(comparison, count)
        match = Plan::Match.new(baseline: comparison.baseline.contender, contender: comparison.contender.contender,
                                comparisons: [comparison])
        @runner.call(quads: -> { Plan::Budget::Effort::MOST_QUADS }) { match if (count -= 1) >= 0 }
      end

      # Records the changes that all hosts have measured.
      def share(search, comparison, action)
        return unless @engine.others

        live = comparison.cells.map { |cell| @participants.live?(cell) }
        what = "the pairs of #{action.from} and #{action.to}"
        facts = @engine.others.meet(what, own: search.own_effects(comparison), live: live).facts
        @writer.add("effect", comparison: comparison.id, hosts: facts.map { |fact| fact["own"] })
        lost(comparison.cells, facts.map { |fact| fact["live"] }) do |cell|
          @participants.drop_unbuilt(cell, Vocabulary::ELSEWHERE)
        end
      end

      # The fact on each host that searches the same range, or only here.
      def of_all(what, **fact)
        @engine.others ? @engine.others.values(what, **fact) : fact.values
      end

      # A version that one host cannot measure is skipped by all.
      def usable_everywhere?(cells, action)
        usable = of_all("the versions #{action.from} and #{action.to}", usable: cells.map { |cell| usable?(cell) })
        lost(cells, usable) { |cell| drop(cell.contender, Vocabulary::ELSEWHERE) }
        usable.flatten.all?
      end

      # Yields the cells that live here, but not on each host. `usable` has a list of all cells for each host.
      def lost(cells, usable)
        cells.zip(usable.transpose.map(&:all?)) do |cell, everywhere|
          yield cell if !everywhere && @participants.live?(cell)
        end
      end

      # A version that cannot be counted is a skipped position, too.
      def count(comparison, pairs)
        @counting.pairs(comparison, pairs)
        @counting.lost(comparison)&.then { |cell, reason| @participants.drop(cell, "unavailable", "not counted: #{reason}") }
      end

      # Reports the next measurement, its result so far, and the number of versions left.
      def report(comparison, search, action)
        names = comparison.cells.map { |cell| cell.contender.id }.join(" against ")
        between = action.to - action.from - 1
        parts = ["#{names} in #{comparison.title}#{": testing the answer again" if action.retest}", search.so_far(action),
                 ("#{between} version#{"s" if between > 1} between" if between.positive?)]
        @live.notify(:step, text: parts.compact.join(", "))
      end

      def usable?(cell)
        return false unless @participants.live?(cell)

        @live.notify(:step, text: "building #{cell.contender.id}") unless @engine.built?(cell.contender)
        @engine.build(cell.contender)
        reason = @engine.unavailable(cell) or return true

        drop(cell.contender, reason)
        false
      end

      def drop(contender, reason)
        @task.cells.each { |cell| @participants.drop_unbuilt(cell, reason) if cell.contender.id == contender.id }
      end
    end
  end
end
