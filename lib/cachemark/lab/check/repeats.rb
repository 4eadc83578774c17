# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # Tries a case as often as it says, and repeats trials that prove nothing:
      #
      # - A doubtful trial, which a busy machine may have caused, is repeated. It counts only if each repetition is bad too,
      #   and then with the mildest outcome.
      # - A trial without the fault is repeated if the fault happened in another trial of the case. It does not count if the
      #   fault does not happen then either. If most trials do not count, a pass proves nothing: only chance brought the fault.
      class Repeats
        # The maximum number of attempts of a doubtful trial; if all are bad, it counts.
        TIMES = 6
        # Seconds before a doubtful trial is repeated. They increase each time, because a busy machine stays busy for a
        # while.
        REST_S = 0.05
        # The maximum number of hangs, because each costs seconds.
        HANGS = 3
        # With `once_bad`, a doubtful trial counts after this many bad attempts: the client is known to be wrong.
        ENOUGH = 3
        # After this many trials without a reply, a case with a trial for each byte gives up.
        UNANSWERED = 2
        # With `most`, a case with a trial for each byte has this many, from the first place to the last.
        SPREAD = 24
        # The reasons for discarding a trial, other than its outcome.
        UNPREPARED = "unprepared"
        INEFFECTIVE = "unmet"
        private_constant :TIMES, :REST_S, :HANGS, :ENOUGH, :UNANSWERED, :SPREAD, :UNPREPARED, :INEFFECTIVE

        # Hash[String, Integer]: the number of discarded trials, by outcome, "unprepared" or "unmet". "unmet": the fault did
        # not happen.
        attr_reader :discarded

        # String or nil: why fewer trials count than the case needs, so that a pass proves nothing.
        attr_reader :shortage

        # - trials: called with a number, makes that trial.
        # - outcomes: judges the trials.
        # - once_bad: stop at the first bad trial.
        # - most: the maximum number of trials, for a case with a fixed number. One with a trial for each byte has SPREAD then.
        # - factor: multiplies a fixed number of trials.
        # - rest: called with seconds.
        #: (Fault::Case, Trials | #call, outcomes: Fault::Outcomes, ?once_bad: bool, ?most: Integer?, ?factor: Integer, ?rest: #call) -> void
        def initialize(one, trials, outcomes:, once_bad: false, most: nil, factor: 1, rest: method(:sleep))
          @case = one
          @trials = trials
          @once_bad = once_bad
          @most = most
          @rest = rest
          @repeats = one.long? ? one.repeats : [one.repeats, most].compact.min * factor
          @outcomes = outcomes
          @seen = []
          @effective = false
          @discarded = {}
        end

        # The trials that count. If the machine becomes too busy, these are the trials until then. Raises
        # CheckedClient::Unsupported if there are none.
        #: () -> Array[Fault::Trial]
        def trials
          found = []
          early = []
          until found.any? && (over?(found) || found.size >= wanted(found))
            found << settled(place(found))
            early << (found.size - 1) if !@effective && ineffective?(found.last)
          end
          @effective ? counting(found, early) : found
        rescue CheckedClient::Unprepared => failure
          raise if found.empty?

          cut_short(found, failure)
        end

        # The trial with that number, repeated until its outcome is reliable. Raises CheckedClient::Unsupported.
        #: (Integer) -> Fault::Trial
        def settled(number)
          doubtful = []
          (TIMES - 1).times do |before|
            tried = attempt(number)
            return believed([tried], doubtful) if tried && !doubtful?(*tried)

            doubtful << tried if tried
            return believed(doubtful) if enough?(doubtful)

            @rest.call(REST_S * (before + 1))
          end
          last(number, doubtful)
        end

        # The settled trial of a line of a sweep, after `before` trials of other lines; nil if the machine is too busy by
        # then. Raises CheckedClient::Unsupported.
        #: (Integer, Integer) -> Fault::Trial?
        def point(number, before)
          settled(number)
        rescue CheckedClient::Unprepared => failure
          tried = before + number
          raise if tried.zero?

          discard(UNPREPARED)
          @shortage = "only the first #{tried} trials were possible: #{failure.message}"
          nil
        end

        # Whether a bad trial was made, and one is enough.
        def caught? = @once_bad && @seen.intersect?(Vocabulary::Outcomes::BAD)

        private

        def cut_short(found, failure)
          discard(UNPREPARED)
          possible = found.count { |trial| !@effective || !ineffective?(trial) }
          @shortage = "only #{possible} of #{wanted(found)} trials were possible: #{failure.message}"
          found
        end

        def enough?(doubtful)
          doubtful.count { |_, outcome| outcome == "HANG" } == HANGS || (@once_bad && doubtful.size == ENOUGH)
        end

        # An ineffective trial does not soften several bad ones, only a single one.
        def last(number, doubtful)
          tried = made(number)
          return believed([*doubtful, tried]) unless @effective && doubtful.size > 1 && ineffective?(*tried)

          discard(INEFFECTIVE)
          believed(doubtful)
        end

        # The trial with the mildest outcome, because a busy machine makes outcomes worse.
        def believed(tried, others = [])
          kept = tried.min_by { |_, outcome| Vocabulary::Outcomes.rank(outcome) }
          [*others, *tried].each { |attempt| discard(attempt.last) unless attempt.equal?(kept) }
          @seen |= [kept.last]
          kept.first
        end

        def discard(why, number = 1) = @discarded[why] = @discarded.fetch(why, 0) + number

        # Once the fault has happened in a trial, the earlier trials without it are repeated.
        def counting(found, early)
          early.each do |number|
            next if over?(found)

            discard(INEFFECTIVE)
            found[number] = settled(place(found, number))
          end
          ineffective, effective = found.partition { |trial| ineffective?(trial) }
          return found if effective.empty?

          discard(INEFFECTIVE, ineffective.size) if ineffective.any?
          @shortage = @case.ineffective_in(ineffective.first) if effective.size < ineffective.size
          effective
        end

        # If a client hangs, one trial is enough, because each takes seconds.
        def over?(found)
          caught? || found.any? { |trial| trial.ending == "hung" }
        end

        # A case for each byte has as many trials as the first struck reply has places.
        def wanted(found)
          return @repeats unless @repeats == Fault::Case::BYTES

          [places(found)&.size || (ineffective?(found.last) ? UNANSWERED : 1), *(SPREAD if @most)].min
        end

        # The number of the next trial.
        def place(found, count = found.size)
          places = places(found) if @repeats == Fault::Case::BYTES
          return count unless places

          places[@most && places.size > SPREAD ? count * (places.size - 1) / (SPREAD - 1) : count]
        end

        def places(found)
          @places ||= found.find(&:bytes)&.then do |trial|
            Fault::Places.of(trial.bytes, @case.thorough ? [] : trial.canary.values)
          end
        end

        # nil if the machine was too busy to prepare the client, or if the fault did not happen but did in another trial.
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
          trial = @trials.call(number)
          @effective ||= @case.ineffective_in(trial).nil?
          [trial, outcome(trial)]
        end

        # A trial need not be repeated unless it makes the case's outcome worse.
        def doubtful?(trial, outcome)
          Vocabulary::Outcomes.worst([outcome, *@seen]) != Vocabulary::Outcomes.worst(@seen) && @outcomes.doubtful?(trial)
        end

        # In a sweep, a trial without the fault shows that the call has no more lines.
        def ineffective?(trial, outcome = outcome(trial))
          !@case.swept? && Vocabulary::Outcomes.passed?(outcome) && !@case.ineffective_in(trial).nil?
        end

        def outcome(trial) = @outcomes.result([trial]).outcome
      end
    end
  end
end
