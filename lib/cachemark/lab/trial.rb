# frozen_string_literal: true

module Cachemark
  module Lab
    # One block of one cell: a flushed server, the untimed prelude, the timed
    # iterations, and the server's own counters before and after.
    class Trial
      # Seconds a block may take beyond ten times what it should.
      GRACE_S = 15

      KEPT = %w[iterations calls wall_ns user_ns system_ns batch batches allocations gc_ns gc_count latencies].freeze

      # Raised when what the server counted is not the work the scenario describes.
      class Disagreement < Trouble; end

      # What the record keeps of a block's reply.
      #: (Hash[String, Object]) -> Hash[Symbol, Object]
      def self.kept(reply)
        reply.slice(*KEPT).transform_keys(&:to_sym)
      end

      #: (rig: Rig, writer: Record::Writer, latencies: bool, clock: #call) -> void
      def initialize(rig:, writer:, latencies:, clock:)
        @rig = rig
        @writer = writer
        @latencies = latencies
        @clock = clock
      end

      # Measures the block and records it; answers its wall time in ns.
      #: (Bout, Driver::Session, Integer, Hash) -> Integer
      def call(bout, session, iterations, place)
        reply, counted = run(bout, session, iterations)
        check(bout, reply, iterations, counted)
        seen = { at_s: @clock.call.round(4), server_hits: counted[0], server_misses: counted[1] }
        @writer.add("block", { cell: bout.id, **place, **seen }.merge(Trial.kept(reply)))
        bout.iteration_ns = reply["wall_ns"].fdiv(iterations)
        reply["wall_ns"]
      end

      private

      def run(bout, session, iterations)
        @rig.flush
        deadline_s = GRACE_S + (expected_s(bout, iterations) * 10)
        @rig.growth { session.request("block", fields(bout, iterations), deadline_s: deadline_s) }
      end

      def fields(bout, iterations)
        cost = bout.iteration_ns || Plan::Pace::BLOCK_NS
        { cell: bout.id, prepare: true, iterations: iterations, batch: Plan::Pace.batch(cost, iterations), latencies: @latencies }
      end

      def expected_s(bout, iterations) = (bout.iteration_ns || Plan::Pace::BLOCK_NS) * iterations / 1e9

      def check(bout, reply, iterations, counted)
        errors = reply["errors"].to_a
        raise Disagreement, "errors while timed: #{errors.map { |name, count| "#{name} x #{count}" }.join(", ")}" if errors.any?
        wrong = Array(reply["mismatches"]).first
        raise Disagreement, "the last timed #{told(wrong)}" if wrong

        Ledger.judge(bout, iterations, counted)&.then { |reason| raise Disagreement, reason }
      end

      def told(wrong) = "#{wrong["op"]} of #{wrong["key"]} answered #{wrong["actual"]}, expected #{wrong["expected"]}"
    end
  end
end
