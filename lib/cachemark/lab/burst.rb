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
        @rig.flush
        session.request("prepare", { cell: bout.id }, deadline_s: GRACE_S)
        before = @rig.reading
        fields = { cell: bout.id, iterations: iterations, batch: batch, latencies: latencies }
        reply = session.request("block", fields, deadline_s: GRACE_S + (bout.expected_s(iterations) * 10))
        counted = @rig.reading - before
        wrong = said(reply) || work(bout, iterations, counted.work, before.work)
        wrong ? raise(Disagreement, wrong) : [reply, counted]
      end

      private

      def said(reply)
        errors = reply["errors"].to_a
        return "errors while timed: #{errors.map { |name, count| "#{name} x #{count}" }.join(", ")}" if errors.any?

        wrong = Array(reply["mismatches"]).first
        wrong && "the last timed #{wrong["op"]} of #{wrong["key"]} answered #{wrong["actual"]}, expected #{wrong["expected"]}"
      end

      # What a client leaves under way when its last call has returned was not timed,
      # and must not be counted for the next row either.
      def work(bout, iterations, counted, before)
        reason = judge(bout, iterations, counted) or return
        late = judge(bout, iterations, @rig.settled - before).nil?
        return "#{reason} (the rest came after the clock had stopped: this client does not wait for answers)" if late

        @rig.ring.private? || @rig.ring.shared? ? reason : "#{reason} (somebody else may be using the server)"
      end

      def judge(bout, iterations, counted) = Ledger.judge(bout, iterations, counted, exact: !@rig.ring.shared?)
    end
  end
end
