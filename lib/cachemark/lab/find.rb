# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `find`: one scenario (in one mode) after the other, measures whatever the bisection asks for
    # until it has an answer, or has used its part of the time. Versions are built when they are needed. Everything that it knows
    # stands in the record, so that it can go on from there.
    class Find < Loop
      #: (**Object) -> void
      def initialize(**)
        super
        @roster = Roster.new(cells: @job.cells, losses: @losses)
        @pairing = Pairing.new(rig: @rig, roster: @roster, writer: @writer, live: @live, stop: @stop, clock: @clock,
                               random: Random.new(@job.seed))
      end

      # Searches until it can say, or the time is over; answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.tell(:start, total_s: @job.for_s, margin: @job.judging[:margin])
          write_positions
          trails = @job.cells.group_by { |cell| [cell.scenario.id, cell.mode] }.values.map { |own| Trail.new(@job, @writer, own) }
          announce(trails)
          @stop.interruptible { search_all(trails) }
        end
      end

      private

      # Once in a record, however often it goes on.
      def write_positions
        return if @writer.record.positions.any?

        @job.range.each { |position| @writer.add("position", position.facts) }
      end

      def announce(trails)
        return if trails.one?

        @live.tell(:step, text: "#{trails.size} scenarios are searched one after the other, each with its part of " \
                                "#{format("%g s", @job.for_s)}: #{labels(trails)} (--scenario chooses)")
      end

      def labels(trails) = trails.map(&:label).join(", ")

      # Those without an answer share what is left of the time evenly, also what the others have not used.
      def search_all(trails)
        until @stop.requested? || (open = trails.reject(&:answered?)).empty?
          left_s = @job.for_s - @clock.call
          over(trails, open) unless left_s.positive?
          open.each_with_index do |trail, at|
            left_s = @job.for_s - @clock.call
            search(trail, @clock.call + (left_s / (open.size - at)))
          end
        end
      end

      def search(trail, ends_s)
        until @stop.requested? || trail.answered?
          action = trail.next
          return trail.close(action) unless action.is_a?(Plan::Bisection::Measure)
          return if @clock.call >= ends_s

          measure(trail, action)
        end
      end

      def over(trails, open)
        where = " in #{open.size} of #{trails.size} scenarios" unless trails.one?
        raise Trouble.new("the time is over (#{@job.for_s.round} s) before there is an answer#{where}",
                          try: "go on where it stopped: cachemark find --resume #{@writer.path}")
      end

      # Where an end of the span turns out not to run here, the bisection hears it as skipped.
      def measure(trail, action)
        cells = [action.from, action.to].map { |number| trail.cell(number) }
        return unless cells.map { |cell| usable?(cell) }.all?

        comparison = trail.comparison(action, *cells)
        tell(comparison, trail, action)
        match = Plan::Match.new(baseline: cells.first.contender, contender: cells.last.contender, comparisons: [comparison])
        owed = action.pairs
        @pairing.call(quads: -> { Plan::Effort::MOST }) { match if (owed -= 1) >= 0 }
      end

      # What is measured next, what its pairs said so far, and how far the search has closed in.
      def tell(comparison, trail, action)
        names = comparison.cells.map { |cell| cell.contender.id }.join(" against ")
        between = action.to - action.from - 1
        told = ["#{names} in #{comparison.title}#{": testing the answer again" if action.retest}", trail.told(action),
                ("#{between} version#{"s" if between > 1} between" if between.positive?)]
        @live.tell(:step, text: told.compact.join(", "))
      end

      def usable?(cell)
        return false unless @roster.bout(cell).live?

        @live.tell(:step, text: "building #{cell.contender.id}") unless @rig.equipped?(cell.contender)
        @rig.equip(cell.contender)
        reason = @rig.unavailable(cell) or return true

        own = @job.cells.select { |one| one.contender.id == cell.contender.id }
        own.each { |one| @roster.unbuilt(one, reason) }
        false
      end
    end
  end
end
