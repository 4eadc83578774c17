# frozen_string_literal: true

module Cachemark
  module Lab
    # A block and what it was: a flushed server, the untimed prelude, the timed
    # iterations, the last replies compared, and the servers' own counters from
    # after the prelude to the end held against the scenario.
    class Burst
      # Seconds a block may take beyond ten times what it should.
      GRACE_S = 15

      # Raised when what happened is not the work that the scenario describes.
      class Disagreement < Trouble; end

      #: (Rig) -> void
      def initialize(rig)
        @rig = rig
      end

      # The driver's reply and what the servers counted. Raises Disagreement.
      #: (Bout, Driver::Session, Integer, ?batch: Integer, ?latencies: bool) -> [Hash, Reading]
      def call(bout, session, iterations, batch: 1, latencies: false)
        timed(bout, session, iterations, { iterations: iterations, batch: batch, latencies: latencies })
      end

      # The same of a block whose calls are due at their own times.
      #: (Bout, Driver::Session, Plan::Timetable) -> [Hash, Reading]
      def at_rate(bout, session, timetable)
        fields = { arrivals: timetable.to_wire }
        timed(bout, session, timetable.iterations, fields, span_s: timetable.span_s, spare: timetable.spare)
      end

      private

      # `span_s` is what the block lasts however quick its calls are, `spare` how many iterations may be more or fewer.
      def timed(bout, session, iterations, fields, span_s: 0, spare: 0)
        @rig.flush
        grace_s = GRACE_S + Plan::Pace.patience_s(bout.cell.scenario.calls)
        session.request("prepare", { cell: bout.id, **@rig.flushed(bout.cell.scenario) }, deadline_s: grace_s)
        before = @rig.reading
        deadline_s = grace_s + span_s + (bout.expected_s(iterations) * 10)
        reply = session.request("block", { cell: bout.id, **fields }, deadline_s: deadline_s)
        counted = @rig.reading - before
        wrong = said(reply) || work(bout, iterations, counted.work, before.work, spare)
        wrong ? raise(Disagreement, wrong) : [reply, counted]
      end

      def said(reply)
        errors = reply["errors"].to_a
        return "errors while timed: #{errors.map { |name, count| "#{name} x #{count}" }.join(", ")}" if errors.any?

        wrong = Array(reply["mismatches"]).first
        wrong && "the last timed #{wrong["op"]} of #{wrong["key"]} answered #{wrong["actual"]}, expected #{wrong["expected"]}"
      end

      # What a client leaves under way when its last call has returned was not timed,
      # and must not be counted for the next row either.
      def work(bout, iterations, counted, before, spare)
        reason = judge(bout, iterations, counted, spare) or return
        late = judge(bout, iterations, @rig.settled - before, spare).nil?
        return "#{reason} (the rest came after the clock had stopped: this client does not wait for answers)" if late

        @rig.ring.private? || @rig.ring.shared? ? reason : "#{reason} (somebody else may be using the server)"
      end

      def judge(bout, iterations, counted, spare)
        Ledger.judge(bout, iterations, counted, exact: !@rig.ring.shared?, spare: spare)
      end
    end
  end
end
