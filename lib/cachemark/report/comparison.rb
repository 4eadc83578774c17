# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Comparison as text: what `compare` found.
    module Comparison
      extend Kind
      FORMATS = {
        "terminal" => "a sentence, then a verdict per line",
        "markdown" => "a comment for a pull request: summary, table, details to unfold",
        "html" => "one page that loads nothing: the verdicts, a forest plot, every pair",
        "json" => "every verdict and its origin, by the schema cachemark/compare/1",
        "csv" => "one line per verdict, for a spreadsheet",
        "tidy" => "CSV of one line per figure, for a data frame"
      }.freeze
      SCHEMA = "cachemark/compare/1"
      COLUMNS = %w[contender baseline scenario mode label metric verdict effect effect_low effect_high resolution p pairs
                   baseline_cost contender_cost unit reason notation baseline_notation footnotes notes].freeze
      IDENTITY = %i[contender notation baseline baseline_notation scenario mode metric verdict reason pairs].freeze
      private_constant :SCHEMA, :COLUMNS, :IDENTITY

      class << self
        #: (Stats::Comparison, ?record: Record?, ?next_steps: Array[String]) -> Document
        def document(comparison, record: nil, next_steps: [])
          verdicts = Verdicts.new(comparison)
          summary = Sentences::Comparison.summary(comparison) || "Nothing was compared."
          Document.new(title: title(comparison), headline: summary.lines(chomp: true), origin: comparison,
                       record: record&.path, next_steps: next_steps,
                       parts: verdicts.parts(-> { repeats(comparison, record) }, record: record || Record.from_lines([]),
                                                                          margin: margin(comparison)),
                       data: -> { data(comparison, verdicts) },
                       exports: { "csv" => -> { csv(comparison, verdicts) }, "tidy" => -> { tidy(comparison, verdicts) } })
        end

        private

        def title(comparison)
          sides = comparison.verdicts.group_by(&:baseline).map do |baseline, own|
            "#{Vocabulary.list(own.map(&:contender).uniq)} against #{baseline}"
          end
          ["Cachemark compare", *(sides.join("; ") if sides.any?)].join(": ")
        end

        def margin(comparison) = comparison.options["margin"] || Stats::Judgement::DEFAULTS["margin"]

        def repeats(comparison, record)
          all = Repeats.locked("compare", record&.path)
          names = Verdicts::Names.new(comparison.verdicts)
          Repeats.new(comparison.verdicts, all, name: names.method(:whole)) do |one|
            [*all, one.baseline, one.contender, *Repeats.place(one)]
          end
        end

        def data(comparison, verdicts)
          { **Provenance.new(comparison).head(SCHEMA), summary: Sentences::Comparison.summary(comparison),
            verdicts: verdicts.data, noise: verdicts.noise_data }
        end

        # Lists are joined by "; ". The last column has what is true of the whole comparison, on every line.
        def csv(comparison, verdicts)
          CSV.wide(COLUMNS, verdicts.data.map do |entry|
            { **entry.transform_keys(&:to_s), **CSV.pair(entry[:interval], "effect_low", "effect_high"),
              **CSV.pair(entry[:costs], "baseline_cost", "contender_cost"), "footnotes" => entry[:footnotes].join("; "),
              "notes" => comparison.notes.join("; ") }
          end)
        end

        def tidy(comparison, verdicts)
          CSV.tidy(comparison, IDENTITY, verdicts.data) do |verdict|
            baseline, contender = verdict[:costs]
            cost = "#{verdict[:unit]}/call"
            [[:effect, "share", verdict[:effect], verdict[:interval]], [:resolution, "share", verdict[:resolution]],
             [:p, "probability", verdict[:p]], [:baseline_cost, cost, baseline], [:contender_cost, cost, contender]]
              .map { |name, unit, value, interval| CSV::Figure.new(name: name, unit: unit, value: value, interval: interval) }
          end
        end
      end
    end
  end
end
