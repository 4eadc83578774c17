# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # What people read in the log of a build: the decision and why, then a verdict per line.
      class Terminal
        COLOURS = { "regression" => "slower", "invalid" => "invalid", "undecided" => "unresolved", "passed" => "faster" }.freeze
        BY_CODE = { 0 => "passed", 1 => "regression", 3 => "undecided" }.freeze

        #: (Stats::Gate::Decision, **Object) -> void
        def initialize(decision, **page)
          @decision = decision
          @page = Page.new(**page)
        end

        #: () -> String
        def to_s = @page.text(said, why, *Verdicts::Table.new(@decision, @page, more: [column]).parts, @page.closing)

        private

        def said = paint(BY_CODE.fetch(@decision.code), @page.wrap("Gate: #{Sentences::Gate.of(@decision).first}"))
        def why = Sentences::Gate.of(@decision).drop(1).map { |sentence| @page.wrap(sentence.tr("\n", " "), "  ") }.join("\n")

        def column
          Report::Terminal::Columns::Column.new(heading: "gate", keep: 0, align: :left, cell: lambda { |verdict|
            paint(@decision.result(verdict), @decision.result(verdict))
          })
        end

        def paint(result, text) = @page.paint.verdict(COLOURS.fetch(result), text)
      end
    end
  end
end
