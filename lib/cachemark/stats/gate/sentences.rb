# frozen_string_literal: true

module Cachemark
  module Stats
    class Gate
      # A decision in words: what was decided, why, and what could have passed unseen.
      class Sentences
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
          return "undecided: too little is known of #{names(open)}" if open.any?

          "no regression: #{@results.one? ? "it costs" : "each of #{@results.size} cells costs"} less than #{told(@margin)} more"
        end

        def regression(slower)
          again = ", and again with fresh processes" if slower.none? { |verdict| ONCE.include?(verdict.metric) }
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

        def again(repeat) = ONCE.include?(repeat.metric) ? ", exactly" : "; again with fresh processes: #{grown(repeat)}"

        def grown(verdict)
          return "#{verdict.costs.map { |cost| format("%g", cost) }.join(" -> ")} #{verdict.unit} a call" if exact?(verdict)

          shares = [verdict.effect, *verdict.interval].map { |share| share * 100 }
          format("%+.1f %% [%+.1f, %+.1f] in %d pairs", *shares, verdict.pairs)
        end

        def doubt(verdict)
          return verdict.reason || "not measured" unless verdict.interval

          format("it may cost up to %s more, and %s is the margin", told(verdict.interval.last), told(@margin))
        end

        # What a cell without an alarm could still hide.
        def unseen(verdict)
          resolution = @first[place(verdict)]&.resolution
          return if @alarms[place(verdict)] || exact?(verdict) || resolution.nil?

          "a slowdown under #{told(@threshold + resolution)} in #{name(verdict)} " \
            "#{@results[verdict] == "passed" ? "would pass" : "could not be seen"}"
        end

        def name(verdict)
          own = @metrics ? "#{verdict.label} (#{verdict.metric})" : verdict.label
          @several ? "#{verdict.contender} #{own}" : own
        end

        def exact?(verdict) = Judge::Counted::METRICS.include?(verdict.metric)
        def place(verdict) = [verdict.comparison, verdict.metric]
        def told(share) = ComparisonSummary.percent(share)
      end
    end
  end
end
