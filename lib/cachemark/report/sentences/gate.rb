# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # A decision of the gate: what was decided, why, and which slowdowns could have passed undetected.
      class Gate
        # The decision first.
        #
        #: (Stats::Gate::Decision) -> Array[String]
        def self.of(decision) = new(decision).to_a

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @results = decision.results
          @alarms, @repeats, @first = [decision.alarms, decision.repeats, decision.first_set].map do |verdicts|
            verdicts.to_h { |verdict| [place(verdict), verdict] }
          end
          @threshold = decision.threshold
          @margin = decision.margin
          @several = @results.keys.map(&:contender).uniq.size > 1
          @metrics = @results.keys.map(&:metric).uniq.size > 1
        end

        #: () -> Array[String]
        def to_a
          verdicts = @results.keys
          [decision, *verdicts.filter_map { |one| account(one) }, *verdicts.filter_map { |one| undetected(one) }].freeze
        end

        private

        def decision
          return "undecided: nothing was compared" if @results.empty?

          slower, open = [%w[regression], %w[undecided invalid]].map { |words| of(words) }
          return regression(slower) if slower.any?
          return "undecided: #{doubts(open)}" if open.any?

          "no regression: #{bounded}"
        end

        # A cell that passed for its unchanged code alone has no bound.
        def bounded
          unchanged, known = @results.keys.partition { |verdict| unchanged?(verdict) }
          return "nothing changed in the code that was loaded" if known.empty?

          cells = if known.size < @results.size then names(known)
                  else @results.one? ? "it" : "each of #{@results.size} cells"
                  end
          ["#{cells} #{known.one? || unchanged.empty? ? "costs" : "cost"} less than #{percent(@margin)} more",
           *("nothing changed in the code of #{names(unchanged)}" if unchanged.any?)].join(", and ")
        end

        def unchanged?(verdict) = verdict.identical && !verdict.below?(@margin)

        # An unconfirmed alarm is reported separately from noise.
        def doubts(open)
          unmeasured, open = open.partition { |verdict| @results[verdict] == "invalid" && @alarms[place(verdict)].nil? }
          alarmed, vague = open.partition { |verdict| @alarms[place(verdict)] && unrepeated?(@repeats[place(verdict)]) }
          [*("slower in #{names(alarmed)}, but there was no time to measure it again" if alarmed.any?),
           *("too little evidence on #{names(vague)}" if vague.any?), *(lost(unmeasured) if unmeasured.any?)].join("; ")
        end

        # Each cell's own reason follows; one that all have is reported at once.
        def lost(unmeasured)
          reasons = unmeasured.map { |verdict| reason(verdict) }.uniq
          of = " of #{names(unmeasured)}" if unmeasured.size < @results.size
          "nothing could be measured#{of}#{reasons.one? ? ": #{reasons.first}" : ", for the reasons below"}"
        end

        def unrepeated?(repeat) = repeat.nil? || (repeat.interval.nil? && repeat.verdict != "invalid")

        def regression(slower)
          again = ", and again with fresh processes" if slower.none? { |verdict| once?(verdict) }
          "regression: #{names(slower)} #{slower.one? ? "costs" : "cost"} more#{again}"
        end

        def of(words) = @results.select { |_verdict, result| words.include?(result) }.keys
        def names(verdicts) = Vocabulary.list(verdicts.map { |verdict| name(verdict) })

        def account(verdict)
          alarm, repeat = @alarms[place(verdict)], @repeats[place(verdict)]
          case @results[verdict]
          when "regression" then "#{name(verdict)}: #{change(alarm)}#{again(repeat)}"
          when "invalid" then "#{name(verdict)}: #{reason(verdict)}"
          when "undecided" then "#{name(verdict)}: #{alarm ? unconfirmed(verdict, alarm, repeat) : doubt(verdict)}"
          else "#{name(verdict)}: #{change(alarm)}; in fresh processes #{change(repeat)}: not a regression" if alarm
          end
        end

        def unconfirmed(verdict, alarm, repeat)
          return "#{change(alarm)}; in fresh processes #{change(repeat)}; over all pairs #{doubt(verdict)}" if repeat&.interval

          known = repeat && (repeat.pairs.positive? || repeat.verdict == "invalid")
          "#{change(alarm)}, and it was not measured again: #{known ? reason(repeat) : "no fresh pairs on record"}"
        end

        def again(repeat) = once?(repeat) ? ", exactly" : "; again with fresh processes: #{change(repeat)}"

        def change(verdict)
          return "#{verdict.costs.map { |cost| format("%g", cost) }.join(" -> ")} #{verdict.unit} a call" if exact?(verdict)

          low, high = verdict.interval
          effect, *bounds = [verdict.effect, low, high].map { |value| share(value, high - low) }
          sign = "+" if verdict.effect.positive? && effect.match?(/[1-9]/)
          "#{sign}#{effect} % [#{bounds.join(", ")}] in #{verdict.pairs} pairs"
        end

        # In percent, with as many places as the interval is worth; what rounds to nothing has no sign.
        def share(value, width)
          text = format("%.*f", width.positive? && width < 0.002 ? 2 : 1, value * 100)
          text.match?(/[1-9]/) ? text : text.delete_prefix("-")
        end

        def doubt(verdict)
          return reason(verdict) || "not measured" unless verdict.interval

          format("it may cost up to %s more, and the margin is %s", percent(verdict.interval.last), percent(@margin))
        end

        # The slowdown that a cell without an alarm could hide. What the first set does not show passes as long as it ends
        # below the margin; beyond that it stops nothing, and does not pass either.
        def undetected(verdict)
          first = @first[place(verdict)]&.resolution
          return if @alarms[place(verdict)] || exact?(verdict) || first.nil? || unchanged?(verdict)
          return blind(verdict, verdict.resolution || first) unless @results[verdict] == "passed"

          passing, open = [@threshold + first, @margin].min, @threshold + (verdict.resolution || first)
          text = "a slowdown under #{percent(passing)} in #{name(verdict)} would pass"
          return text unless open > passing && percent(open) != percent(passing)

          "#{text}, one under #{percent(open)} could stay undecided"
        end

        def blind(verdict, resolution)
          return "next to nothing could be detected in #{name(verdict)}" if resolution > Stats::Verdict::BLIND

          "a slowdown under #{percent(@threshold + resolution)} in #{name(verdict)} could not be detected"
        end

        def name(verdict)
          own = @metrics ? "#{verdict.label} (#{verdict.metric})" : verdict.label
          @several ? "#{verdict.contender} #{own}" : own
        end

        def once?(verdict) = Stats::Gate.once?(verdict)
        def exact?(verdict) = Vocabulary::Metrics[verdict.metric].exact?
        def place(verdict) = [verdict.comparison, verdict.metric]
        def reason(verdict) = Sentences.of(verdict.reason)
        def percent(share) = Words.percent(share)
      end
    end
  end
end
