# frozen_string_literal: true

module Cachemark
  module Lab
    # A case tried as often as it says. What may have come of a busy machine (a call that failed, took long, or did not come
    # back) counts when it comes each time that the trial is made anew, and then the least of it; what was returned and a
    # dead process prove themselves.
    class Repetition
      # How often a doubtful trial is made before it is believed.
      TIMES = 6
      # Seconds to wait before a doubtful trial is made anew, longer each time: a busy machine stays so for a while.
      REST_S = 0.05
      # Hangs cost seconds each.
      HANGS = 3
      private_constant :TIMES, :REST_S, :HANGS

      # The block is called with a trial's number, and answers the Fault::Trial; once_bad: the first bad one ends it; most:
      # so many at the most, where it is not once for each byte; rest: called with seconds.
      #: (Fault::Case, ?once_bad: bool, ?most: Integer?, ?rest: #call) { (Integer) -> Fault::Trial } -> void
      def initialize(one, once_bad: false, most: nil, rest: method(:sleep), &try)
        @try = try
        @once_bad = once_bad
        @rest = rest
        @repeats = one.long? ? one.repeats : [one.repeats, most].compact.min
        @judge = Fault::Judge.new(one.situation)
        @seen = []
      end

      # Raises Seat::Unsupported.
      #: () -> Array[Fault::Trial]
      def trials
        found = []
        found << settled(found.size) until enough?(found)
        found
      end

      # The trial of that number, as it can be believed. Raises Seat::Unsupported.
      #: (Integer) -> Fault::Trial
      def settled(number)
        doubted = []
        (TIMES - 1).times do |before|
          trial, outcome = once(number)
          return believed([[trial, outcome]]) if trial && !doubtful?(trial, outcome)

          doubted << [trial, outcome] if trial
          return believed(doubted) if doubted.count { |_, one| one == "HANG" } == HANGS

          @rest.call(REST_S * (before + 1))
        end
        @try.call(number).then { |trial| believed([*doubted, [trial, outcome(trial)]]) }
      end

      private

      # The trial of the mildest outcome: a busy machine makes it worse.
      def believed(tried)
        trial, outcome = tried.min_by { |_, one| Fault::OUTCOMES.index(one) }
        @seen |= [outcome]
        trial
      end

      # A client that hangs does so for seconds: one trial will do.
      def enough?(found)
        return false if found.empty?
        return true if @once_bad && @seen.intersect?(Fault::BAD)

        found.last.ending == "hung" || found.size >= (@repeats == Fault::Case::BYTES ? found.first.bytes.to_i - 1 : @repeats)
      end

      # Nil where the machine was too busy for what goes before the fault.
      def once(number)
        trial = @try.call(number)
        [trial, outcome(trial)]
      rescue Seat::Unprepared
        nil
      end

      # What cannot make the case's outcome worse need not be believed.
      def doubtful?(trial, outcome) = @judge.doubtful?(trial) && Fault.worst([outcome, *@seen]) != Fault.worst(@seen)

      def outcome(trial) = @judge.finding([trial]).outcome
    end
  end
end
