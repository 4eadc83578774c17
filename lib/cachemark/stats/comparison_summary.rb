# frozen_string_literal: true

module Cachemark
  module Stats
    # What a person would say of a comparison: a sentence for each contender and metric, one a line.
    #
    #   dalli@3.2.8 is 4.1 % slower than dalli@2.7.11 in get, the same in set and mixed; in 3 of 7
    #   scenarios this run could not tell (it would have seen 1.2 %).
    class ComparisonSummary
      # Where a metric is no plain time: how the sentence begins.
      BEGINNINGS = { "fastest" => "in its fastest calls ", "cpu" => "in CPU time ", "allocations" => "in objects allocated ",
                     "round-trips" => "in round trips ", "bytes" => "in bytes on the wire " }.freeze
      TIMES = %w[wall fastest].freeze

      class << self
        # Nil where nothing was compared.
        #
        #: (Array[Verdict], margin: Float) -> String?
        def of(verdicts, margin:)
          groups = verdicts.group_by { |verdict| [verdict.contender, verdict.metric] }.values
          groups.map { |own| new(own, margin: margin).to_s }.join("\n") if groups.any?
        end

        # Words as a list: "get, set and mixed".
        #
        #: (Array[String]) -> String
        def list(words) = Vocabulary.list(words)

        # A share without its sign: "4.1 %".
        #
        #: (Float) -> String
        def percent(share)
          size = share.abs * 100
          return "without limit" if size.infinite?

          "#{format(size >= 10 ? "%.0f" : (size < 0.1 ? "%.2f" : "%.1f"), size)} %"
        end
      end

      # Verdicts of one contender in one metric.
      #
      #: (Array[Verdict], margin: Float) -> void
      def initialize(verdicts, margin:)
        @verdicts = verdicts
        @first = verdicts.first
        @margin = margin
      end

      #: () -> String
      def to_s
        text = [found, untold, invalid].compact.join("; ")
        "#{text.start_with?(@first.contender) ? text : text[0].upcase + text[1..]}."
      end

      private

      def found
        differing = [moved("slower"), moved("faster")].compact
        same = of("same")
        return if differing.empty? && same.empty?
        return "#{start}#{time? ? "as fast" : "the same"} as #{@first.baseline} in #{labels(same)}#{within}" if differing.empty?

        differing[0] = differing[0].sub(" in ", " than #{@first.baseline} in ")
        "#{start}#{[*differing, *("the same in #{labels(same)}" if same.any?)].join(", ")}"
      end

      # What is counted is the same or is not.
      def within = Vocabulary::Metrics[@first.metric].exact? ? "" : format(" (within %g %%)", @margin * 100)

      def time? = TIMES.include?(@first.metric)
      def beginning = BEGINNINGS.fetch(@first.metric, "")
      def start = "#{beginning}#{@first.contender} is "

      # "4.1 % slower in get and 2.0 % in mixed"
      def moved(verdict)
        own = of(verdict)
        return if own.empty?

        word = time? ? verdict : { "slower" => "dearer", "faster" => "cheaper" }.fetch(verdict)
        parts = own.map.with_index { |one, at| "#{percent(one.effect)}#{" #{word}" if at.zero?} in #{one.label}" }
        self.class.list(parts)
      end

      def untold
        own = of("unresolved")
        return if own.empty?
        return "in #{places(own)} this run could not tell#{seen(own)}" if own.size < @verdicts.size && found

        "#{beginning}this run could not tell #{@first.contender} from #{@first.baseline} in #{places(own)}#{seen(own)}"
      end

      def seen(own)
        worst = own.max_by { |one| one.resolution || 0.0 }
        return " (#{own.first.reason})" unless worst.resolution

        " (it #{worst.blind? ? "could see next to nothing" : "would have seen #{percent(worst.resolution)}"})"
      end

      def invalid
        own = of("invalid")
        "nothing can be said of #{@first.contender} in #{labels(own)} (#{own.map(&:reason).uniq.join("; ")})" if own.any?
      end

      # One is named, several are counted.
      def places(own) = own.one? ? own.first.label : "#{own.size} of #{@verdicts.size} scenarios"

      def of(verdict) = @verdicts.select { |one| one.verdict == verdict }
      def labels(own) = self.class.list(own.map(&:label))
      def percent(share) = self.class.percent(share)
    end
  end
end
