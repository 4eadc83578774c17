# frozen_string_literal: true

module Cachemark
  module Lab
    # One pair at work: both processes prove every cell they serve, then run its quads.
    class Contest
      #: (rig: Rig, roster: Roster, writer: Record::Writer, live: Live, stop: Stop, clock: #call, random: Random) -> void
      def initialize(rig:, roster:, writer:, live:, stop:, clock:, random:)
        @rig = rig
        @roster = roster
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @random = random
        @trial = Trial.new(rig: rig, writer: writer, latencies: ->(_cell) { false }, clock: clock)
        @proving = Proving.new(rig: rig, writer: writer)
        @look = Look.new(rig: rig, writer: writer, proving: @proving)
        @calibration = Calibration.new(rig)
      end

      # Settles both processes and lets them prove themselves. False where the pair cannot work.
      #: (Pair) -> bool
      def prepare(pair)
        pair.arms.each(&:settle)
        pair.arms.each do |arm|
          @writer.add("process", pair: pair.number, **arm.facts)
          @roster.drop_all(arm.lane, "failed", arm.reason) if arm.reason
        end
        pair.arms.none?(&:reason) && %w[baseline contender].shuffle(random: @random).all? { |name| prove(pair, name) }
      end

      # Runs the quads and closes the pair's account in the record. False where it broke off.
      #: (Pair, Integer, Integer) -> bool
      def call(pair, quads, set)
        before = @rig.steal.sample
        done = Plan::Quads.order(live(pair), quads, random: @random).all? { |quad| quad(pair, *quad) }
        served = live(pair)
        return false unless done && served.any?

        @writer.add("pair", pair: pair.number, set: set, comparisons: served.map(&:id),
                            **pair.by_name.transform_values(&:process).transform_keys(&:to_sym),
                            steal_percent: Host::Steal.percent(before, @rig.steal.sample), at_s: @clock.call.round(4))
        true
      end

      # Looks at what the processes of a whole pair serve, which have measured all they will. Proofs come
      # first: a proxy may cost the process, and is no loss then.
      #: (Pair) -> void
      def look(pair)
        comparisons = live(pair)
        served = pair.by_name.map { |name, arm| [arm, comparisons.map { |comparison| comparison.public_send(name) }] }
        served.each { |arm, cells| cells.all? { |cell| skipped?(cell) || guarded(cell) { judge(cell, arm, :prove) } } }
        served.each { |arm, cells| cells.each { |cell| judge(cell, arm, :observe) unless skipped?(cell) } }
      end

      private

      def skipped?(cell) = @stop.requested? || !@roster.bout(cell).live?

      def judge(cell, arm, question)
        found = @look.public_send(question, @roster.bout(cell), arm.session, arm.process)
        @roster.drop(cell, *found) if found
      end

      def live(pair) = pair.match.comparisons.select { |comparison| @roster.live?(comparison) }

      def prove(pair, name)
        arm = pair.by_name.fetch(name)
        cells = pair.match.comparisons.map { |comparison| comparison.public_send(name) }
        cells.select { |cell| @roster.bout(cell).live? }.all? do |cell|
          !@stop.requested? && guarded(cell) { proven(cell, arm) }
        end
      end

      def proven(cell, arm)
        @live.tell(:proof, cell: cell)
        bout = @roster.bout(cell)
        status, reason = @proving.call(bout, arm.session, arm.process)
        status ||= (reason = @calibration.call(bout, arm.session)) && "invalid"
        @roster.drop(cell, status, reason) if status
      end

      # All four blocks have the same length in iterations, and the same sub-batches.
      def quad(pair, comparison, number, arms)
        return false if @stop.requested?
        return true unless @roster.live?(comparison)

        iteration_ns = Math.sqrt(comparison.cells.map { |cell| @roster.bout(cell).iteration_ns }.reduce(:*))
        iterations = Plan::Pace.iterations(iteration_ns, hands: comparison.baseline.hands)
        batch = Plan::Pace.batch(iteration_ns, iterations)
        arms.each_with_index.all? do |name, slot|
          place = { comparison: comparison.id, pair: pair.number, quad: number, slot: slot, arm: name }
          block(comparison.public_send(name), pair.by_name.fetch(name), iterations, batch, place)
        end
      end

      def block(cell, arm, iterations, batch, place)
        bout = @roster.bout(cell)
        return true unless bout.live?

        @live.tell(:cell, cell: cell)
        guarded(cell) { @trial.call(bout, arm.session, iterations, { process: arm.process, **place }, batch: batch) }
      rescue Burst::Disagreement => error
        @roster.drop(cell, "invalid", error.message)
        true
      end

      # A driver that dies, hangs or babbles costs its cell and its pair, not the run. False
      # when the process is lost.
      def guarded(cell)
        yield
        true
      rescue Driver::Failure => error
        @rig.settled
        @roster.drop(cell, "failed", error.message)
        error.is_a?(Driver::Refused)
      end
    end
  end
end
