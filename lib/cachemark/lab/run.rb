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
        @trial = Trial.new(rig: @rig, writer: @writer, latencies: @job.latencies, clock: @clock)
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
          @live.tell(:start, total_s: @job.iterations ? nil : @job.for_s)
          @stop.interruptible { generations }
        end
      end

      private

      def bout(cell)
        reason = @rig.unavailable(cell.contender)
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
        contenders = live_bouts.map { |bout| bout.cell.contender }.uniq(&:id)
        failures = crew.start(contenders)
        contenders.each { |contender| prove_all(crew, contender, failures[contender.id]) }
      end

      # Proves a contender's cells in the process that it has now, or drops them all.
      # Where that process is lost, its replacement has proved the rest already.
      def prove_all(crew, contender, reason)
        live_bouts.select { |bout| bout.contender_id == contender.id }.each do |bout|
          break if @stop.requested?

          reason ? drop(bout, "failed", reason) : prove(crew, bout) || break
        end
      end

      # Nil when the process was lost over it.
      def prove(crew, bout)
        guarded(crew, bout) do
          session = crew.session(bout.contender_id)
          status, reason = @proving.call(bout, session, crew.process(bout.contender_id))
          status ||= (reason = @calibration.call(bout, session)) && "invalid"
          drop(bout, status, reason) if status
        end
      end

      # When these processes have measured all they will. Proofs come first: a tap may cost the process.
      def look(crew)
        each_live { |bout| guarded(crew, bout) { judge(bout, @look.prove(bout, *serving(crew, bout))) } }
        each_live { |bout| judge(bout, @look.tap(bout, *serving(crew, bout))) }
      end

      def judge(bout, found) = found && drop(bout, *found)

      def each_live = live_bouts.each { |bout| yield bout if bout.live? && !@stop.requested? }

      def serving(crew, bout) = [crew.session(bout.contender_id), crew.process(bout.contender_id)]

      def rounds(crew, generation)
        (0..).each do |round|
          due = live_bouts.select { |bout| @schedule.due?(bout) }
          break if due.empty? || @stop.requested? || !@schedule.round?(round)

          @schedule.timing(round) { round(crew, due, generation, round) }
          @live.tell(:round, number: round, generation: generation, rows: -> { Stats::Table.of(@writer.record).shown })
        end
      end

      def round(crew, due, generation, round)
        @order.round(due, generation: generation, round: round).each do |bout|
          break if @stop.requested? || (generation.positive? && @schedule.time_up?)
          next unless bout.live?

          block(crew, bout, { process: crew.process(bout.contender_id), generation: generation, round: round })
        end
      end

      def block(crew, bout, place)
        guarded(crew, bout) do
          @live.tell(:cell, cell: bout.cell)
          @trial.call(bout, crew.session(bout.contender_id), @schedule.iterations(bout), place)
        end
      rescue Burst::Disagreement => error
        drop(bout, "invalid", error.message)
      end

      # A driver that dies, hangs or babbles costs its cell, not the run. True while
      # the process lives.
      def guarded(crew, bout)
        yield
        true
      rescue Driver::Failure => error
        @rig.settled
        drop(bout, "failed", error.message)
        return true if error.is_a?(Driver::Refused)

        others = live_bouts.any? { |other| other.contender_id == bout.contender_id }
        prove_all(crew, bout.cell.contender, crew.replace(bout.cell.contender)) if others
        nil
      end

      def drop(bout, status, reason)
        bout.drop(reason)
        @losses.add(bout.cell, status, reason)
      end
    end
  end
end
