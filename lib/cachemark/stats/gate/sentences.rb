# frozen_string_literal: true

module Cachemark
  module Stats
    class Gate
      # A decision in words: what was decided, why, and what could have passed unseen.
      class Sentences
        # Beyond this no figure is worth saying.
        BLIND = 0.5
        private_constant :BLIND

        # results: Verdict over all pairs => what became of it; first: the first set's verdicts.
        #
        #: (Hash[Verdict, String], alarms: Array, repeats: Array, first: Array, threshold: Float, margin: Float) -> void
        def initialize(results, alarms:, repeats:, first:, threshold:, margin:)
          @results = results
          @alarms, @repeats, @first = [alarms, repeats, first].map { |list| list.to_h { |verdict| [place(verdict), verdict] } }
          @threshold = threshold
          @margin = margin
          @several = results.keys.map(&:contender).uniq.size > 1
          @metrics = results.keys.map(&:metric).uniq.size > 1
        end

        #: () -> Array[String]
        def to_a
          verdicts = @results.keys
          [decision, *verdicts.filter_map { |one| account(one) }, *verdicts.filter_map { |one| unseen(one) }].freeze
        end

        private

        def decision
          return "undecided: nothing was compared" if @results.empty?

          slower, open = [%w[regression], %w[undecided invalid]].map { |words| of(words) }
          return regression(slower) if slower.any?
          return "undecided: #{doubts(open)}" if open.any?

          "no regression: #{bounded}"
        end

        # What passed for its code alone has no bound.
        def bounded
          unchanged, known = @results.keys.partition { |verdict| unchanged?(verdict) }
          return "nothing changed in the code that was loaded" if known.empty?

          cells = if known.size < @results.size then names(known)
                  else @results.one? ? "it" : "each of #{@results.size} cells"
                  end
          ["#{cells} #{known.one? || unchanged.empty? ? "costs" : "cost"} less than #{told(@margin)} more",
           *("nothing changed in the code of #{names(unchanged)}" if unchanged.any?)].join(", and ")
        end

        def unchanged?(verdict) = verdict.identical && !verdict.below?(@margin)

        # What was alarmed and not looked at again is another doubt than noise.
        def doubts(open)
          unmeasured, open = open.partition { |verdict| @results[verdict] == "invalid" && @alarms[place(verdict)].nil? }
          alarmed, vague = open.partition { |verdict| @alarms[place(verdict)] && unseen_again?(@repeats[place(verdict)]) }
          [*("slower in #{names(alarmed)}, but there was no time to look again" if alarmed.any?),
           *("too little is known of #{names(vague)}" if vague.any?), *(lost(unmeasured) if unmeasured.any?)].join("; ")
        end

        # Each cell's own reason follows; one that all have is said at once.
        def lost(unmeasured)
          reasons = unmeasured.map(&:reason).uniq
          of = " of #{names(unmeasured)}" if unmeasured.size < @results.size
          "nothing could be measured#{of}#{reasons.one? ? ": #{reasons.first}" : ", for the reasons below"}"
        end

        def unseen_again?(repeat) = repeat.nil? || (repeat.interval.nil? && repeat.verdict != "invalid")

        def regression(slower)
          again = ", and again with fresh processes" if slower.none? { |verdict| Vocabulary::Metrics[verdict.metric].once? }
          "regression: #{names(slower)} #{slower.one? ? "costs" : "cost"} more#{again}"
        end

        def of(words) = @results.select { |_verdict, result| words.include?(result) }.keys
        def names(verdicts) = ComparisonSummary.list(verdicts.map { |verdict| name(verdict) })

        def account(verdict)
          alarm, repeat = @alarms[place(verdict)], @repeats[place(verdict)]
          case @results[verdict]
          when "regression" then "#{name(verdict)}: #{grown(alarm)}#{again(repeat)}"
          when "invalid" then "#{name(verdict)}: #{verdict.reason}"
          when "undecided" then "#{name(verdict)}: #{alarm ? unconfirmed(verdict, alarm, repeat) : doubt(verdict)}"
          else "#{name(verdict)}: #{grown(alarm)}; in fresh processes #{grown(repeat)}: not a regression" if alarm
          end
        end

        def unconfirmed(verdict, alarm, repeat)
          return "#{grown(alarm)}; in fresh processes #{grown(repeat)}; over all pairs #{doubt(verdict)}" if repeat&.interval

          reason = repeat && (repeat.pairs.positive? || repeat.verdict == "invalid") ? repeat.reason : "no fresh pairs on record"
          "#{grown(alarm)}, and no second look at it: #{reason}"
        end

        def again(repeat)
          Vocabulary::Metrics[repeat.metric].once? ? ", exactly" : "; again with fresh processes: #{grown(repeat)}"
        end

        def grown(verdict)
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
          return verdict.reason || "not measured" unless verdict.interval

          format("it may cost up to %s more, and %s is the margin", told(verdict.interval.last), told(@margin))
        end

        # What a cell without an alarm could still hide. What the first set does not show may pass as long as it
        # ends below the margin; beyond that it stops nothing, and does not pass either.
        def unseen(verdict)
          first = @first[place(verdict)]&.resolution
          return if @alarms[place(verdict)] || exact?(verdict) || first.nil? || unchanged?(verdict)
          return blind(verdict, verdict.resolution || first) unless @results[verdict] == "passed"

          passing, open = [@threshold + first, @margin].min, @threshold + (verdict.resolution || first)
          told = "a slowdown under #{told(passing)} in #{name(verdict)} would pass"
          open > passing && told(open) != told(passing) ? "#{told}, one under #{told(open)} could stay undecided" : told
        end

        def blind(verdict, resolution)
          return "next to nothing could be seen in #{name(verdict)}" if resolution > BLIND

          "a slowdown under #{told(@threshold + resolution)} in #{name(verdict)} could not be seen"
        end

        def name(verdict)
          own = @metrics ? "#{verdict.label} (#{verdict.metric})" : verdict.label
          @several ? "#{verdict.contender} #{own}" : own
        end

        def exact?(verdict) = Vocabulary::Metrics[verdict.metric].exact?
        def place(verdict) = [verdict.comparison, verdict.metric]
        def told(share) = ComparisonSummary.percent(share)
      end
    end
  end
end
