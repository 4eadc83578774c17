# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `find`: one scenario after the other, measures whatever the bisection asks for
    # until it has an answer. Versions are built when they are needed. Everything that it knows
    # stands in the record, so that it can go on from there.
    class Find
      #: (job: Job, rig: Rig, writer: Record::Writer, live: Live, stop: Stop, clock: #call) -> void
      def initialize(job:, rig:, writer:, live:, stop:, clock:)
        @job = job
        @rig = rig
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @losses = Losses.new(writer: writer, live: live, clock: clock)
        @roster = Roster.new(cells: job.cells, losses: @losses)
        @pairing = Pairing.new(rig: rig, roster: @roster, writer: writer, live: live, stop: stop, clock: clock,
                               random: Random.new(job.seed))
      end

      # Searches until it can say, or the time is over; answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        @live.tell(:start, total_s: @job.for_s)
        write_positions
        @stop.interruptible { @job.cells.map { |cell| cell.scenario.id }.uniq.each { |id| search(id) } }
        @stop.requested? ? "interrupted" : "complete"
      rescue Trouble => error
        @losses.stopped(error)
      end

      private

      # Once in a record, however often it goes on.
      def write_positions
        return if @writer.record.positions.any?

        @job.range.each { |position| @writer.add("position", position.facts) }
      end

      def search(scenario)
        trail = Trail.new(@job, @writer, scenario)
        until @stop.requested? || trail.answered?
          action = trail.next
          return trail.close(action) unless action.is_a?(Plan::Bisection::Measure)
          return if over?

          measure(trail, action)
        end
      end

      def over?
        return false if @clock.call < @job.for_s

        raise Trouble.new("the time is over (#{@job.for_s.round} s) before there is an answer",
                          try: "go on where it stopped: cachemark find --resume #{@writer.path}")
      end

      # Where an end of the span turns out not to run here, the bisection hears it as skipped.
      def measure(trail, action)
        cells = [action.from, action.to].map { |number| trail.cell(number) }
        return unless cells.map { |cell| usable?(cell) }.all?

        comparison = trail.comparison(action, *cells)
        @live.tell(:step, text: "#{comparison.baseline.contender.id} against #{comparison.contender.contender.id} in " \
                                "#{comparison.scenario.label}#{": testing the answer again" if action.retest}")
        match = Plan::Match.new(baseline: cells.first.contender, contender: cells.last.contender, comparisons: [comparison])
        owed = action.pairs
        @pairing.call(quads: -> { Plan::Effort::MOST }) { match if (owed -= 1) >= 0 }
      end

      def usable?(cell)
        return false unless @roster.bout(cell).live?

        @live.tell(:step, text: "building #{cell.contender.id}") unless @rig.equipped?(cell.contender)
        @rig.equip(cell.contender)
        reason = @rig.unavailable(cell.contender) or return true

        @roster.unbuilt(cell.contender, reason)
        false
      end
    end
  end
end
