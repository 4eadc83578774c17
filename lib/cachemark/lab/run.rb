# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run`: generations of fresh processes, rounds over all cells in
    # random order, a block each. A whole table exists after the first round and
    # only gets sharper until the time, the precision or the iterations are
    # reached, or somebody asks to stop.
    class Run
      #: (job: Job, rig: Rig, writer: Record::Writer, live: Live, stop: Stop, clock: #call) -> void
      def initialize(job:, rig:, writer:, live:, stop:, clock:)
        @job = job
        @rig = rig
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @trial = Trial.new(rig: rig, writer: writer, latencies: job.latencies, clock: clock)
        @proving = Proving.new(rig: rig, writer: writer)
        @order = Plan::Order.new(job.seed)
      end

      # Measures until an end is reached; answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        @bouts = @job.cells.filter_map { |cell| bout(cell) }
        @schedule = Schedule.of(@job, @clock)
        @stop.interruptible { generations }
        outcome
      rescue Trouble => error
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call)
        @live.tell(:warning, message: error.message)
        "stopped early"
      end

      private

      def outcome = @stop.requested? ? "interrupted" : "complete"

      def bout(cell)
        reason = @rig.unavailable(cell.contender)
        return Bout.new(cell, Plan::Model.of(cell.scenario)) unless reason

        fail_cell(cell, "unavailable", reason)
        nil
      end

      def generations
        (0..).each do |generation|
          break if over? || live_bouts.empty?

          run_generation(generation)
        end
      end

      def over?
        @stop.requested? || @schedule.over? || @schedule.precise?(@writer)
      end

      def live_bouts = @bouts.select(&:live?)

      def run_generation(generation)
        crew = Crew.new(rig: @rig, writer: @writer, generation: generation)
        @schedule.starting(generation) { muster(crew, generation) }
        return if @stop.requested?

        @schedule.share_out(live_bouts)
        rounds(crew, generation)
      ensure
        crew&.close
      end

      def muster(crew, generation)
        @live.tell(:generation, number: generation)
        contenders = live_bouts.map { |bout| bout.cell.contender }.uniq(&:id)
        failures = crew.start(contenders)
        contenders.each { |contender| prove_all(crew, contender, failures[contender.id]) }
        @rig.counters
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
          status, reason = @proving.call(bout, crew.session(bout.contender_id), crew.process(bout.contender_id))
          status ? drop(bout, status, reason) : bout.iteration_ns || calibrate(crew, bout)
        end
      end

      # One untimed block of a few iterations: what an iteration costs, so that the
      # first real block has the right length.
      def calibrate(crew, bout)
        session = crew.session(bout.contender_id)
        @rig.flush
        session.request("prepare", { cell: bout.id }, deadline_s: Trial::GRACE_S)
        reply = session.request("block", { cell: bout.id, iterations: 4, batch: 1, latencies: false }, deadline_s: Trial::GRACE_S)
        bout.iteration_ns = reply["batches"].min.to_f
      end

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
      rescue Trial::Disagreement => error
        drop(bout, "invalid", error.message)
      end

      # A driver that dies, hangs or babbles costs its cell, not the run. True while
      # the process lives.
      def guarded(crew, bout)
        yield
        true
      rescue Driver::Crash, Driver::Hang, Driver::Garbage, Driver::Refused => error
        @rig.check!
        drop(bout, "failed", error.message)
        return true if error.is_a?(Driver::Refused)

        others = live_bouts.any? { |other| other.contender_id == bout.contender_id }
        prove_all(crew, bout.cell.contender, crew.replace(bout.cell.contender)) if others
        @rig.counters
        nil
      end

      def drop(bout, status, reason)
        bout.drop(reason)
        fail_cell(bout.cell, status, reason)
      end

      def fail_cell(cell, status, reason)
        reason = reason.lines.map(&:strip).join("; ")
        @writer.add("failure", cell: cell.id, contender: cell.contender.id, status: status, reason: reason)
        @live.tell(:failure, cell: cell, status: status, reason: reason)
      end
    end
  end
end
