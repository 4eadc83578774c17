# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Comparison as text: the results of `compare`.
    module Comparison
      extend Kind
      FORMATS = %w[terminal markdown html json csv tidy].freeze
      SCHEMA = "cachemark/compare/1"
      private_constant :SCHEMA

      class << self
        #: (Stats::Comparison, Record) -> Document
        def document(comparison, record)
          verdicts = Verdicts.new(comparison)
          summary = Answer.of(comparison) || "Nothing was compared."
          margin = Stats::Judgement.margin(comparison.options)
          Document.new(title: title(comparison), origin: comparison,
                       headline: [*Document.interruption(comparison), *summary.lines(chomp: true)],
                       parts: verdicts.parts(-> { repeats(comparison, record) }, record: record, margin: margin),
                       data: -> { data(comparison, verdicts) })
        end

        private

        def title(comparison)
          sides = comparison.verdicts.group_by(&:baseline).map do |baseline, own|
            "#{Vocabulary.list(own.map(&:contender).uniq)} against #{baseline}"
          end
          ["Cachemark compare", *(sides.join("; ") if sides.any?)].join(": ")
        end

        def repeats(comparison, record)
          names = Verdicts::Names.new(comparison.verdicts)
          Repeats.locked(comparison.verdicts, "compare", record, name: names.method(:whole)) do |verdict|
            [verdict.baseline, verdict.contender, *Repeats.place(verdict)]
          end
        end

        def data(comparison, verdicts)
          { **Provenance.new(comparison).head(SCHEMA), summary: Answer.of(comparison),
            verdicts: verdicts.data, noise: verdicts.noise_data }
        end
      end

      # The verdicts of a comparison, for Exports.
      module Data
        COLUMNS = %w[contender baseline scenario mode label metric verdict effect effect_low effect_high resolution p pairs
                     baseline_cost contender_cost unit reason notation baseline_notation footnotes notes].freeze
        IDENTITY = %i[contender notation baseline baseline_notation scenario mode metric verdict reason pairs].freeze
        private_constant :COLUMNS, :IDENTITY

        class << self
          # Lists are joined by "; ". The last column has the facts of the whole comparison, on every line.
          #: (Stats::Comparison) -> [Array[String], Array[Hash[String, Object]]]
          def lines(comparison)
            lines = Verdicts.new(comparison).data.map do |entry|
              baseline, contender = entry[:costs]
              { **entry.transform_keys(&:to_s), **entry.fetch(:dimensions, {}), **Exports.bounds("effect", entry[:interval]),
                "baseline_cost" => baseline, "contender_cost" => contender, "footnotes" => entry[:footnotes].join("; "),
                "notes" => comparison.notes.join("; ") }
            end
            [[*COLUMNS, *Sweeps.names(comparison)], lines]
          end

          #: (Stats::Comparison) -> [Array[Symbol], Array[[Hash[Symbol, Object], Array[Exports::Figure]]]]
          def figures(comparison) = [IDENTITY, Verdicts.new(comparison).data.map { |verdict| [verdict, figures_of(verdict)] }]

          private

          def figures_of(verdict)
            baseline, contender = verdict[:costs]
            cost = "#{verdict[:unit]}/call"
            [[:effect, "share", verdict[:effect], verdict[:interval]], [:resolution, "share", verdict[:resolution]],
             [:p, "probability", verdict[:p]], [:baseline_cost, cost, baseline], [:contender_cost, cost, contender]]
              .map { |name, unit, value, interval| Exports::Figure.new(name: name, unit: unit, value: value, interval: interval) }
          end
        end
      end

      # The summary of a comparison: a sentence for each contender and metric, one a line.
      #
      #   dalli@3.2.8 is 4.1 % slower than dalli@2.7.11 in get, the same in set and mixed; in 3 of 7
      #   scenarios this run could not tell (it would have detected 1.2 %).
      class Answer
        TIMES = %w[wall typical mean fastest].freeze
        private_constant :TIMES

        # Nil where nothing was compared.
        #: (Stats::Comparison | Stats::Gate::Decision) -> String?
        def self.of(comparison)
          margin = Stats::Judgement.margin(comparison.options)
          groups = comparison.verdicts.group_by { |verdict| [verdict.contender, verdict.metric] }.values
          groups.map { |verdicts| new(verdicts, margin: margin).to_s }.join("\n") if groups.any?
        end

        # Verdicts of one contender in one metric.
        #: (Array[Verdict], margin: Float) -> void
        def initialize(verdicts, margin:)
          @verdicts = verdicts
          @first = verdicts.first
          @margin = margin
        end

        #: () -> String
        def to_s
          text = [found, unresolved, invalid].compact.join("; ")
          "#{text.start_with?(@first.contender) ? text : text[0].upcase + text[1..]}."
        end

        private

        def found
          differing = %w[slower faster].reject { |verdict| of(verdict).empty? }
          same = of("same")
          return if differing.empty? && same.empty?
          return "#{start}#{time? ? "as fast" : "the same"} as #{@first.baseline} in #{labels(same)}#{within}" if differing.empty?

          changes = differing.zip([" than #{@first.baseline}"]).map { |verdict, than| changed(verdict, than) }
          "#{start}#{[*changes, *("the same in #{labels(same)}" if same.any?)].join(", ")}"
        end

        # A counted metric is either the same or not, so that it needs no margin.
        def within = Vocabulary::Metrics[@first.metric].exact? ? "" : format(" (within %g %%)", @margin * 100)

        def time? = TIMES.include?(@first.metric)
        def beginning = Vocabulary::Metrics[@first.metric].said&.then { |said| "#{said} " }
        def start = "#{beginning}#{@first.contender} is "

        # "4.1 % slower than dalli@3.2.8 in get and 2.0 % in mixed"
        def changed(verdict, than)
          word = time? ? verdict : { "slower" => "costlier", "faster" => "cheaper" }.fetch(verdict)
          first, *others = of(verdict)
          Vocabulary.list(["#{percent(first.effect)} #{word}#{than} in #{first.label}",
                           *others.map { |other| "#{percent(other.effect)} in #{other.label}" }])
        end

        def unresolved
          own = of("unresolved")
          return if own.empty?
          return "in #{places(own)} this run could not tell#{detectable(own)}" if own.size < @verdicts.size && found

          "#{beginning}this run could not tell #{@first.contender} from #{@first.baseline} in #{places(own)}#{detectable(own)}"
        end

        def detectable(own)
          worst = own.max_by { |verdict| verdict.resolution || 0.0 }
          return " (#{Sentences.of(own.first.reason)})" unless worst.resolution

          " (it #{worst.insensitive? ? "could detect next to nothing" : "would have detected #{percent(worst.resolution)}"})"
        end

        def invalid
          own = of("invalid")
          return if own.empty?

          reasons = own.map { |verdict| Sentences.of(verdict.reason) }.uniq.join("; ")
          "there is no valid verdict on #{@first.contender} in #{labels(own)} (#{reasons})"
        end

        # A single scenario is named; several are counted.
        def places(own) = own.one? ? own.first.label : "#{own.size} of #{@verdicts.size} scenarios"

        def of(verdict) = @verdicts.select { |found| found.verdict == verdict }
        def labels(own) = Vocabulary.list(own.map(&:label))
        def percent(share) = Figures.rounded(share)
      end
    end
  end
end
