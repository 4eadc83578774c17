# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # The sections of a page of verdicts: the table, the charts, what could not be seen, how to repeat it.
      class HTML
        MORE = {
          "verdict" => { mark: ->(one) { "verdict #{one.verdict}" } },
          "effect" => { value: :effect.to_proc,
                        how: "Effect: what a call costs more (+) or less (-) than with the baseline, with an interval that " \
                             "holds together with all others of this page." },
          "sees" => { value: :resolution.to_proc, how: "The smallest slowdown that would have been found 19 times in 20." },
          "per call" => { value: ->(one) { one.costs&.last },
                          how: "What a call costs, with the baseline and with the contender." },
          "pairs" => { value: :pairs.to_proc, how: "Pairs of fresh processes, one of each contender, whose blocks alternate." }
        }.freeze
        Document = Report::HTML
        private_constant :MORE, :Document

        # `record` is the record, `repeats` how its rows are repeated, `more` columns that only this report has.
        #
        #: (Stats::Comparison, record: Record, repeats: Report::HTML::Repeats, ?margin: Float?, ?more: Array[Report::HTML::Column]) -> void
        def initialize(comparison, record:, repeats:, margin: nil, more: [])
          @comparison = comparison
          @verdicts = comparison.verdicts
          @course = Stats::Course.of_pairs(record)
          @margin = margin || comparison.options["margin"] || Stats::Judgement::DEFAULTS["margin"]
          @repeats = repeats
          @more = more
          @marks = Verdicts.footnotes(@verdicts)
          @notes = Document::Notes.new(@marks, notes: [*Noise.sentences(comparison.noise), *comparison.notes])
        end

        #: () -> Array[Report::HTML::Section]
        def sections = [results, charts, unseen, @repeats.section].compact

        private

        def results
          grid = Document::Grid.new(id: "verdicts", caption: "All verdicts", rows: @verdicts, columns: columns,
                                    origin: method(:origin), words: method(:words))
          Document::Section.new(id: "results", heading: "Verdicts", body: "<p>#{Erubi.h(READ_FIRST)}</p>#{grid}#{@notes}")
        end

        def columns
          shared = Columns.of(@verdicts, @marks, Terminal::Paint.new(false)).reject { |column| column.heading == "notes" }
          own = Document::Column.of(shared, MORE, first: "scenario")
          names, judgement = own.partition { |column| %w[scenario metric].include?(column.heading) }
          [contender, *names, *@more, *judgement, (@notes.column if @notes.any?), @repeats.column].compact
        end

        def contender
          Document::Column.new(heading: "contender", left: true, cell: :contender.to_proc, how: lambda { |one|
            "#{@comparison.notations[one.contender]} against #{@comparison.notations[one.baseline]}"
          })
        end

        def charts
          charts = Document::Charts
          Document::Section.of_charts("charts", "Effects and pairs", [charts::Forest.of(@verdicts, margin: @margin),
                                                                      charts::Pairs.of(@verdicts, @course, margin: @margin)])
        end

        def unseen
          sentences = Blindness.sentences(@verdicts)
          return if sentences.empty?

          items = sentences.map { |sentence| "<li>#{Erubi.h(sentence)}</li>" }.join
          Document::Section.new(id: "unseen", heading: "What this could not see", body: "<ul>#{items}</ul>")
        end

        def origin(one)
          "#{one.label || one.scenario}: #{one.contender} against #{one.baseline}, #{one.metric}; #{one.pairs} pairs of fresh " \
            "processes; what lies within #{Effects.size(@margin)} is the same"
        end

        def words(one) = [one.contender, one.label, one.scenario, one.metric, one.verdict].compact.join(" ")
      end
    end
  end
end
