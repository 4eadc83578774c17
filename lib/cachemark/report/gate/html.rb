# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # The gate's decision as a page.
      class HTML
        #: (Stats::Gate::Decision, ?record: Record?) -> void
        def initialize(decision, record: nil)
          @decision = decision
          @record = record || Record.from_lines([])
        end

        #: () -> String
        def to_s
          title = "Gate: #{Markdown::TITLES.fetch(@decision.code)}"
          Report::HTML::Document.new(@decision, title: title, lead: Sentences::Gate.of(@decision), sections: pieces.sections,
                                                record: @record.path).page
        end

        private

        def pieces
          names = Verdicts::Names.new(@decision.verdicts)
          repeats = Report::HTML::Repeats.new(@decision.verdicts, all: @decision.run["argv"].to_a, command: method(:repeat),
                                                                  name: names.method(:whole))
          Verdicts::HTML.new(@decision, record: @record, repeats: repeats, margin: @decision.margin, more: [column])
        end

        def column
          Report::HTML::Column.new(heading: "gate", left: true, cell: ->(one) { @decision.result(one) },
                                   mark: ->(one) { "verdict #{@decision.result(one)}" })
        end

        # What the folder was then is gone: the same question by its exact names.
        def repeat(one)
          ["compare", *[one.baseline, one.contender].map { |id| @decision.notations[id] || id }, "--scenario", one.scenario,
           *(["--mode", one.mode] unless one.mode == "sync"), "--metric", one.metric]
        end
      end
    end
  end
end
