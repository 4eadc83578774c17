# frozen_string_literal: true

module Cachemark
  module Lab
    # A case tried as often as it says. What may have come of a busy machine (a call that failed, took long, or did not come
    # back) counts when it comes each time that the trial is made anew, and then the least of it; what was returned and a
    # dead process prove themselves. To pass where the fault never came proves nothing: where another trial of the case met it,
    # one that did not is made anew, too, and does not count if it stays so.
    class Repetition
      # How often a doubtful trial is made before it is believed.
      TIMES = 6
      # Seconds to wait before a doubtful trial is made anew, longer each time: a busy machine stays so for a while.
      REST_S = 0.05
      # Hangs cost seconds each.
      HANGS = 3
      # Trials without a reply to go through byte by byte that tell that none comes.
      UNANSWERED = 2
      # What is noted of a trial that was set aside for another reason than what it came out as.
      UNPREPARED = "unprepared"
      UNMET = "unmet"
      private_constant :TIMES, :REST_S, :HANGS, :UNANSWERED, :UNPREPARED, :UNMET

      # {outcome, "unprepared" or "unmet" (its fault) => trials that were set aside, as others were made in their place}; those
      # that stayed unmet are among them.
      # Hash[String, Integer]
      attr_reader :anew

      # The block is called with a trial's number, and answers the Fault::Trial; once_bad: the first bad one ends it; most:
      # so many at the most, where it is not once for each byte; rest: called with seconds.
      #: (Fault::Case, ?once_bad: bool, ?most: Integer?, ?rest: #call) { (Integer) -> Fault::Trial } -> void
      def initialize(one, once_bad: false, most: nil, rest: method(:sleep), &try)
        @case = one
        @try = try
        @once_bad = once_bad
        @rest = rest
        @repeats = one.long? ? one.repeats : [one.repeats, most].compact.min
        @judge = Fault::Outcomes.new(one.fault)
        @seen = []
        @met = false
        @anew = {}
      end

      # Those that count. Where a busy machine ends them, they are those that were made before; raises Seat::Unsupported where
      # there are none.
      #: () -> Array[Fault::Trial]
      def trials
        found = []
        early = []
        until found.any? && (over?(found) || found.size >= wanted(found))
          found << settled(found.size)
          early << (found.size - 1) if !@met && unmet?(found.last)
        end
        @met ? counting(found, early) : found
      rescue Seat::Unprepared
        raise if found.empty?

        set_aside(UNPREPARED)
        found
      end

      # The trial of that number, as it can be believed. Raises Seat::Unsupported.
      #: (Integer) -> Fault::Trial
      def settled(number)
        doubted = []
        (TIMES - 1).times do |before|
          tried = once(number)
          return believed([tried], doubted) if tried && !doubtful?(*tried)

          doubted << tried if tried
          return believed(doubted) if doubted.count { |_, one| one == "HANG" } == HANGS

          @rest.call(REST_S * (before + 1))
        end
        last(number, doubted)
      end

      private

      # One whose fault did not come is no milder than several that were bad; of a single one it is.
      def last(number, doubted)
        tried = made(number)
        return believed([*doubted, tried]) unless @met && doubted.size > 1 && unmet?(*tried)

        set_aside(UNMET)
        believed(doubted)
      end

      # The trial of the mildest outcome: a busy machine makes it worse.
      def believed(tried, others = [])
        kept = tried.min_by { |_, one| Vocabulary::Outcomes.rank(one) }
        [*others, *tried].each { |one| set_aside(one.last) unless one.equal?(kept) }
        @seen |= [kept.last]
        kept.first
      end

      def set_aside(why, number = 1) = @anew[why] = @anew.fetch(why, 0) + number

      # Once it is known that the fault can be met, those that came before it are made anew; what stays unmet shows nothing.
      def counting(found, early)
        early.each do |number|
          next if over?(found)

          set_aside(UNMET)
          found[number] = settled(number)
        end
        unmet, met = found.partition { |trial| unmet?(trial) }
        return found if met.empty?

        set_aside(UNMET, unmet.size) if unmet.any?
        met
      end

      # A client that hangs does so for seconds: one trial will do.
      def over?(found) = (@once_bad && @seen.intersect?(Vocabulary::Outcomes::BAD)) || found.any? { |trial| trial.ending == "hung" }

      # Once for each byte but the last is as often as the first reply has them that was struck.
      def wanted(found)
        return @repeats unless @repeats == Fault::Case::BYTES

        found.filter_map(&:bytes).first&.pred || (unmet?(found.last) ? UNANSWERED : 1)
      end

      # Nil where the machine was too busy for what goes before the fault, or the fault did not come, and did in another trial.
      def once(number)
        tried = made(number)
        return tried unless @met && unmet?(*tried)

        set_aside(UNMET)
        nil
      rescue Seat::Unprepared
        set_aside(UNPREPARED)
        nil
      end

      def made(number)
        trial = @try.call(number)
        @met ||= @case.ineffective_in(trial).nil?
        [trial, outcome(trial)]
      end

      # What cannot make the case's outcome worse need not be believed.
      def doubtful?(trial, outcome) = @judge.doubtful?(trial) && Vocabulary::Outcomes.worst([outcome, *@seen]) != Vocabulary::Outcomes.worst(@seen)

      # In a sweep that is how it is known that the call has no more lines.
      def unmet?(trial, came_out = outcome(trial))
        @repeats != Fault::Case::LINES && came_out == "PASS" && !@case.ineffective_in(trial).nil?
      end

      def outcome(trial) = @judge.result([trial]).outcome
    end
  end
end
