# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run`: generations of fresh processes, rounds over all cells in
    # random order, a block each. A whole table exists after the first round and
    # only gets sharper until the time, the precision or the iterations are
    # reached, or somebody asks to stop.
    class Run < Loop
      #: (**Object) -> void
      def initialize(**)
        super
        @trial = Trial.new(rig: @rig, writer: @writer, latencies: @job.method(:latencies_of?), clock: @clock)
        @proving = Proving.new(rig: @rig, writer: @writer)
        @look = Look.new(rig: @rig, writer: @writer, proving: @proving)
        @calibration = Calibration.new(@rig)
        @order = Plan::Order.new(@job.seed)
      end

      # Measures until an end is reached; answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @bouts = @job.cells.filter_map { |cell| bout(cell) }
          @schedule = Schedule.of(@job, @clock)
          @live.tell(:start, total_s: @job.iterations ? nil : @job.for_s, until_share: @job.until, iterations: @job.iterations)
          @stop.interruptible { generations }
        end
      end

      private

      def bout(cell)
        reason = @rig.unavailable(cell)
        return Bout.new(cell, Plan::Model.of(cell.scenario)) unless reason

        @losses.unbuilt(cell, reason)
        nil
      end

      def generations
        (0..).each do |generation|
          break if over?

          run_generation(generation)
        end
      end

      def over?
        @stop.requested? || nothing_left? || @schedule.over? || @schedule.precise?(@writer)
      end

      # The reference alone tells nothing.
      def nothing_left? = live_bouts.none? { |bout| bout.cell.shown }

      def live_bouts = @bouts.select(&:live?)

      def run_generation(generation)
        crew = Crew.new(rig: @rig, writer: @writer, generation: generation)
        @schedule.starting(generation) { muster(crew, generation) }
        return if @stop.requested?

        @schedule.share_out(live_bouts)
        rounds(crew, generation)
        look(crew) if generation.zero?
      ensure
        crew&.close
      end

      def muster(crew, generation)
        @live.tell(:generation, number: generation)
        failures = crew.start(live_bouts.map(&:cell))
        live_bouts.map(&:lane).uniq.each { |lane| prove_all(crew, lane, failures[lane]) }
      end

      # Proves a lane's cells in the process that it has now, or drops them all.
      # Where that process is lost, its replacement has proved the rest already.
      def prove_all(crew, lane, reason)
        live_bouts.select { |bout| bout.lane == lane }.each do |bout|
          break if @stop.requested?

          reason ? drop(bout, "failed", reason) : prove(crew, bout) || break
        end
      end

      # Nil when the process was lost over it.
      def prove(crew, bout)
        guarded(crew, bout) do
          @live.tell(:proof, cell: bout.cell)
          session, process = serving(crew, bout)
          status, reason = @proving.again(bout, session, process)
          status ||= (reason = @calibration.call(bout, session)) && "invalid"
          drop(bout, status, reason) if status
        end
      end

      # When these processes have measured all they will. Proofs come first: a proxy may cost the process.
      def look(crew)
        each_live { |bout| guarded(crew, bout) { judge(bout, @look.prove(bout, *serving(crew, bout))) } }
        each_live { |bout| judge(bout, @look.observe(bout, *serving(crew, bout))) }
      end

      def judge(bout, found) = found && drop(bout, *found)

      def each_live = live_bouts.each { |bout| yield bout if bout.live? && !@stop.requested? }

      def serving(crew, bout) = [crew.session(bout.lane), crew.process(bout.lane)]

      def rounds(crew, generation)
        (0..).each do |round|
          due = live_bouts.select { |bout| @schedule.due?(bout) }
          break if due.empty? || @stop.requested? || !@schedule.round?(round)

          @schedule.timing(round) { round(crew, due, generation, round) }
          @live.tell(:round, number: round, generation: generation, rows: -> { table.shown })
        end
      end

      # The table as far as it has come.
      def table = Stats::Table.of(@writer.record)

      def round(crew, due, generation, round)
        @order.round(visits(due), generation: generation, round: round).each do |bout, what|
          break if @stop.requested? || (generation.positive? && @schedule.time_up?)
          next unless bout.live?

          block(crew, bout, { process: crew.process(bout.lane), generation: generation, round: round, **what })
        end
      end

      # The blocks of a round: each bout, and what its line says of the block beyond its place.
      def visits(due) = due.map { |bout| [bout, {}] }

      def block(crew, bout, place)
        guarded(crew, bout) do
          @live.tell(:cell, cell: bout.cell)
          timed(bout, crew.session(bout.lane), place)
        end
      rescue Burst::Disagreement => error
        drop(bout, "invalid", error.message)
      end

      def timed(bout, session, place) = @trial.call(bout, session, @schedule.iterations(bout), place)

      # A driver that dies, hangs or babbles costs its cell, not the run. True while
      # the process lives.
      def guarded(crew, bout)
        yield
        true
      rescue Driver::Failure => error
        @rig.settled
        drop(bout, "failed", error.message)
        return true if error.is_a?(Driver::Refused)

        others = live_bouts.any? { |other| other.lane == bout.lane }
        prove_all(crew, bout.lane, crew.replace(bout.cell)) if others
        nil
      end

      def drop(bout, status, reason)
        bout.drop(reason)
        @losses.add(bout.cell, status, reason)
      end
    end
  end
end
