# frozen_string_literal: true

module Cachemark
  module Lab
    # One block of one cell, in the record.
    class Trial
      KEPT = %w[iterations calls wall_ns user_ns system_ns batch batches allocations gc_ns gc_count latencies lags].freeze

      # What the record keeps of a block's reply.
      #: (Hash[String, Object]) -> Hash[Symbol, Object]
      def self.kept(reply)
        reply.slice(*KEPT).transform_keys(&:to_sym)
      end

      # `latencies` says of a cell whether those of its single calls are wanted.
      #: (rig: Rig, writer: Record::Writer, latencies: #call, clock: #call) -> void
      def initialize(rig:, writer:, latencies:, clock:)
        @rig = rig
        @burst = Burst.new(rig)
        @writer = writer
        @latencies = latencies
        @clock = clock
      end

      # Measures the block and records it; answers its wall time in ns. Raises
      # Burst::Disagreement for one that proves itself wrong.
      #: (Bout, Driver::Session, Integer, Hash, ?batch: Integer) -> Integer
      def call(bout, session, iterations, place, batch: Plan::Pace.batch(bout.iteration_ns || Plan::Pace::BLOCK_NS, iterations))
        singly = @latencies.call(bout.cell)
        reply = record(bout, iterations, place, *@burst.call(bout, session, iterations, batch: batch, latencies: singly))
        bout.iteration_ns = reply["wall_ns"].fdiv(iterations)
        reply["wall_ns"]
      end

      # The same of a block whose calls are due at their own times, which does not tell what an iteration costs.
      #: (Bout, Driver::Session, Plan::Timetable, Hash) -> Integer
      def at_rate(bout, session, timetable, place)
        place = place.merge(spare: timetable.spare) if timetable.spare.positive?
        record(bout, timetable.iterations, place, *@burst.at_rate(bout, session, timetable))["wall_ns"]
      end

      private

      # Answers the reply.
      def record(bout, iterations, place, reply, counted)
        @writer.add("block", { cell: bout.id, **place, at_s: @clock.call.round(4), **served(counted), **Trial.kept(reply),
                               iterations: iterations.is_a?(Rational) ? iterations.to_f : iterations })
        bout.longest = [bout.longest, iterations].max
        reply
      end

      # Reads always, of the other counters those that moved; bytes only where nobody else makes any.
      def served(counted)
        moved = counted.work.to_h.select { |name, count| %i[hits misses].include?(name) || count.positive? }
        bytes = @rig.ring.private? ? counted.to_h.except(:work) : {}
        moved.merge(bytes).transform_keys { |name| :"server_#{name}" }
      end
    end
  end
end
