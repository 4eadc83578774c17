# frozen_string_literal: true

module Cachemark
  module Lab
    # Measures pair after pair. While one is measured, the processes of the next one start on the other cores, if the
    # placement leaves any.
    class PairRunner
      # Seconds that the last pair took before its first quad, and for one quad of each comparison.
      Spent = Value.define(:start_s, :quad_s)

      # In the current call. Spent: for the last whole pair, nil before it; Integer: pairs that were measured, whole or not;
      # Float: how many of them other work disturbed.
      attr_reader :spent, :measured, :disturbed

      # `verdicts`: whether the view shows the verdicts so far.
      #: (Engine, Participants, random: Random, ?verdicts: bool) -> void
      def initialize(engine, participants, random:, verdicts: true)
        @engine = engine
        @verdicts = verdicts
        @participants = participants
        @pair_measurement = PairMeasurement.new(engine, participants, random: random)
        @last = engine.writer.record.processes.filter_map { |process| process["pair"] }.max || 0
        @whole = @noise = 0
      end

      # Measures one match after the other from the block, until it returns nil or all of its cells are dropped. quads:
      # returns the number of quads of the next pair.
      #: (quads: #call, ?set: Integer) { () -> Plan::Match? } -> void
      def call(quads:, set: 1, &following)
        @spent = nil
        @measured = 0
        @disturbed = 0.0
        upcoming = start(following.call)
        while upcoming
          began_s = now
          pair, upcoming = upcoming.value, nil
          upcoming = start(following.call) if @engine.spare_core?([pair.match.baseline, pair.match.contender])
          measure(pair, quads.call, set, began_s)
          break if @engine.stop.requested?

          upcoming ||= start(following.call)
        end
      ensure
        upcoming&.value&.close
      end

      private

      def now = @engine.clock.call

      # A thread that starts a pair of the live rest of the match; nil without one.
      def start(match)
        match = match&.only { |comparison| @participants.live?(comparison) } or return
        number = @last += 1
        Thread.new { PairMeasurement::Pair.start(@engine, match, number) }
      end

      def measure(pair, quads, set, began_s)
        ready = @pair_measurement.prepare(pair)
        middle_s = now
        return unless ready && @pair_measurement.call(pair, quads, set)

        spent = Spent.new(start_s: middle_s - began_s, quad_s: (now - middle_s) / quads)
        @pair_measurement.look(pair) # once for each cell, and no part of what the next pair takes
        report(spent, pair.match)
      ensure
        @measured += 1
        pair.close
      end

      # The blocks of the pair that was measured last.
      def last_blocks
        blocks = @engine.writer.record.blocks
        blocks.reverse_each.take_while { |block| block["pair"] == blocks.last["pair"] }
      end

      def report(spent, match)
        @spent = spent
        @disturbed += Stats::Pairs.disturbed_share(last_blocks)
        @noise += 1 if match.noise
        @engine.live.notify(:pair, number: @whole += 1, noise: @noise)
        return unless @verdicts

        record = @engine.writer.method(:record)
        @engine.live.notify(:verdicts, verdicts: -> { Stats::Comparison.of(record.call, sequential: true).verdicts })
      end
    end
  end
end
