# frozen_string_literal: true

module Cachemark
  module Lab
    # Measures pair after pair. While one works on the measured cores the next one's processes
    # start on the others, where the placement leaves any.
    class Pairing
      # Seconds that the last pair took before its first quad, and for one quad of each comparison.
      Spent = Value.define(:start_s, :quad_s)

      # Of the call that goes on. Spent: of the last whole pair, nil before it; Integer: pairs that have had their turn.
      attr_reader :spent, :measured

      #: (rig: Rig, roster: Roster, writer: Record::Writer, live: Live, stop: Stop, clock: #call, random: Random) -> void
      def initialize(rig:, roster:, writer:, live:, stop:, clock:, random:)
        @rig = rig
        @roster = roster
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @random = random
        @contest = Contest.new(rig: rig, roster: roster, writer: writer, live: live, stop: stop, clock: clock,
                               random: random)
        @last = writer.record.processes.filter_map { |process| process["pair"] }.max || 0
        @whole = 0
      end

      # Takes one match after the other from the block until it has none left (nil), or all
      # that it gives are dropped. quads: answers how many quads the next pair gets.
      #: (quads: #call, ?set: Integer) { () -> Plan::Match? } -> void
      def call(quads:, set: 1, &following)
        @spent = nil
        @measured = 0
        upcoming = start(following.call)
        while upcoming
          began_s = @clock.call
          pair, upcoming = upcoming.value, nil
          upcoming = start(following.call) if @rig.aside?
          measure(pair, quads.call, set, began_s)
          break if @stop.requested?

          upcoming ||= start(following.call)
        end
      ensure
        upcoming&.value&.close
      end

      private

      # A thread that starts a pair of what is left of the match; nil without one.
      def start(match)
        match = match&.only { |comparison| @roster.live?(comparison) } or return
        number = @last += 1
        Thread.new { Pair.launch(@rig, match, number) }
      end

      def measure(pair, quads, set, began_s)
        ready = @contest.prepare(pair)
        middle_s = @clock.call
        whole = ready && @contest.call(pair, quads, set)
        return unless whole

        spent = Spent.new(start_s: middle_s - began_s, quad_s: (@clock.call - middle_s) / quads)
        @contest.look(pair) # once for each cell, and no part of what the next pair takes
        whole(spent)
      ensure
        @measured += 1
        pair.close
      end

      def whole(spent)
        @spent = spent
        @live.tell(:pair, number: @whole += 1)
        @live.tell(:verdicts, verdicts: -> { Stats::Comparison.of(@writer.record, sequential: true).verdicts })
      end
    end
  end
end
