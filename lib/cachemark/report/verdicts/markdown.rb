# frozen_string_literal: true

module Cachemark
  module Report
    module Verdicts
      # The pieces of a pull request's comment.
      class Markdown
        HEADINGS = ["verdict", "effect", "sees", "per call", "pairs", "notes"].freeze
        RIGHT = ["effect", "sees", "per call", "pairs"].freeze

        # `more` are columns that only this report has: heading => what makes its text of a verdict.
        #
        #: (Stats::Comparison, ?more: Hash[String, #call]) -> void
        def initialize(comparison, more: {})
          @more = more
          @comparison = comparison
          @names = Names.new(comparison.verdicts)
          @marks = Verdicts.footnotes(comparison.verdicts)
        end

        # A table per contender, then footnotes.
        #
        #: () -> Array[String]
        def tables
          tables = Verdicts.sections(@comparison.verdicts).map do |section|
            rows = section.rows.map { |row| cells(row) }
            "### #{Markup.text(section.heading)}\n\n#{Markup.table(headings, rows, left: headings - RIGHT)}"
          end
          [*tables, Markup.numbered(@marks.sentences)]
        end

        # What was too small to be seen, to unfold.
        #
        #: () -> String
        def blindness
          Markup.details("What this could not see", Markup.list(Blindness.sentences(@comparison.verdicts)))
        end

        # How to read it, noise, notes and origin, to unfold.
        #
        #: () -> String
        def origin
          Markup.details("How it was measured", Markup.text(READ_FIRST),
                         Markup.list([*Noise.sentences(@comparison.noise), *@comparison.notes, *@marks.common,
                                      *Provenance.new(@comparison).sentences]))
        end

        private

        def headings = ["", *("metric" if @names.metrics?), *@more.keys, *HEADINGS]

        def cells(row)
          strong = row.verdict == "same" ? row.verdict : "**#{row.verdict}**"
          [Markup.text(@names.of(row)), *(row.metric if @names.metrics?), *@more.each_value.map { |cell| cell.call(row) }, strong,
           Markup.text(Effects.of(row.effect, row.interval)), Effects.resolution(row.resolution),
           Markup.text(Effects.costs(row.costs, unit: row.unit)), row.pairs, @marks.numbers(row).join(", ")]
        end
      end
    end
  end
end
