# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # Tries a case as often as it says, and repeats trials that prove nothing:
      #
      # - A doubtful trial, which a busy machine may have caused, is repeated. It counts only where each repetition is bad
      #   too, and then with the mildest outcome.
      # - A trial in which the fault did not take effect is repeated where another trial of the case met it, and it does not count
      #   where the fault still has no effect.
      class Repeats
        # How often a doubtful trial is made before it is believed.
        TIMES = 6
        # Seconds before a doubtful trial is repeated, longer each time: a busy machine stays busy for a while.
        REST_S = 0.05
        # Hangs cost seconds each.
        HANGS = 3
        # Trials without a reply after which a case that goes through a reply byte by byte gives up.
        UNANSWERED = 2
        # The reasons for discarding a trial, other than its outcome.
        UNPREPARED = "unprepared"
        INEFFECTIVE = "unmet"
        private_constant :TIMES, :REST_S, :HANGS, :UNANSWERED, :UNPREPARED, :INEFFECTIVE

        # {outcome, "unprepared" or "unmet" => number of trials that were discarded}. "unmet": the fault did not take effect.
        # Hash[String, Integer]
        attr_reader :discarded

        # The block makes the trial of a number. once_bad: stop at the first bad trial; most: the most trials, of a case with a
        # fixed number; rest: called with seconds.
        #: (Fault::Case, ?once_bad: bool, ?most: Integer?, ?rest: #call) { (Integer) -> Fault::Trial } -> void
        def initialize(one, once_bad: false, most: nil, rest: method(:sleep), &try)
          @case = one
          @try = try
          @once_bad = once_bad
          @rest = rest
          @repeats = one.long? ? one.repeats : [one.repeats, most].compact.min
          @outcomes = Fault::Outcomes.new(one.fault)
          @seen = []
          @effective = false
          @discarded = {}
        end

        # The trials that count. Where the machine becomes too busy, they are the trials until then. Raises
        # CheckedClient::Unsupported where there are none.
        #: () -> Array[Fault::Trial]
        def trials
          found = []
          early = []
          until found.any? && (over?(found) || found.size >= wanted(found))
            found << settled(found.size)
            early << (found.size - 1) if !@effective && ineffective?(found.last)
          end
          @effective ? counting(found, early) : found
        rescue CheckedClient::Unprepared
          raise if found.empty?

          discard(UNPREPARED)
          found
        end

        # The trial of that number, repeated until it can be believed. Raises CheckedClient::Unsupported.
        #: (Integer) -> Fault::Trial
        def settled(number)
          doubtful = []
          (TIMES - 1).times do |before|
            tried = attempt(number)
            return believed([tried], doubtful) if tried && !doubtful?(*tried)

            doubtful << tried if tried
            return believed(doubtful) if doubtful.count { |_, outcome| outcome == "HANG" } == HANGS

            @rest.call(REST_S * (before + 1))
          end
          last(number, doubtful)
        end

        # Whether a bad trial was made, and one was enough.
        #: () -> bool
        def caught? = @once_bad && @seen.intersect?(Vocabulary::Outcomes::BAD)

        private

        # An ineffective trial does not soften several bad ones, only a single one.
        def last(number, doubtful)
          tried = made(number)
          return believed([*doubtful, tried]) unless @effective && doubtful.size > 1 && ineffective?(*tried)

          discard(INEFFECTIVE)
          believed(doubtful)
        end

        # The trial with the mildest outcome: a busy machine makes it worse.
        def believed(tried, others = [])
          kept = tried.min_by { |_, outcome| Vocabulary::Outcomes.rank(outcome) }
          [*others, *tried].each { |one| discard(one.last) unless one.equal?(kept) }
          @seen |= [kept.last]
          kept.first
        end

        def discard(why, number = 1) = @discarded[why] = @discarded.fetch(why, 0) + number

        # Once the fault has taken effect, the earlier trials in which it did not are repeated.
        def counting(found, early)
          early.each do |number|
            next if over?(found)

            discard(INEFFECTIVE)
            found[number] = settled(number)
          end
          ineffective, effective = found.partition { |trial| ineffective?(trial) }
          return found if effective.empty?

          discard(INEFFECTIVE, ineffective.size) if ineffective.any?
          effective
        end

        # One trial is enough of a client that hangs, because each takes seconds.
        def over?(found)
          caught? || found.any? { |trial| trial.ending == "hung" }
        end

        # A case for each byte but the last has as many trials as the first struck reply has bytes.
        def wanted(found)
          return @repeats unless @repeats == Fault::Case::BYTES

          found.filter_map(&:bytes).first&.pred || (ineffective?(found.last) ? UNANSWERED : 1)
        end

        # nil where the machine was too busy to prepare the client, or where the fault had no effect but had one in
        # another trial.
        def attempt(number)
          tried = made(number)
          return tried unless @effective && ineffective?(*tried)

          discard(INEFFECTIVE)
          nil
        rescue CheckedClient::Unprepared
          discard(UNPREPARED)
          nil
        end

        def made(number)
          trial = @try.call(number)
          @effective ||= @case.ineffective_in(trial).nil?
          [trial, outcome(trial)]
        end

        # A trial that does not make the case's outcome worse need not be repeated.
        def doubtful?(trial, outcome)
          @outcomes.doubtful?(trial) && Vocabulary::Outcomes.worst([outcome, *@seen]) != Vocabulary::Outcomes.worst(@seen)
        end

        # In a sweep, an ineffective trial shows that the call has no more lines.
        def ineffective?(trial, outcome = outcome(trial))
          @repeats != Fault::Case::LINES && outcome == "PASS" && !@case.ineffective_in(trial).nil?
        end

        def outcome(trial) = @outcomes.result([trial]).outcome
      end
    end
  end
end
