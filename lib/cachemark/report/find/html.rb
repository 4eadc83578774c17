# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # The answer of a search as a page: the steps as a chart and as a table.
      class HTML
        READ_FIRST = "Cost of a call beside the first version, with its interval. What is called found was tested again with " \
                     "fresh pairs."
        Page = Report::HTML
        private_constant :Page

        #: (Stats::Steps, ?record: Record?) -> void
        def initialize(steps, record: nil)
          @steps = steps
          @record = record || Record.from_lines([])
          positions = @record.positions.to_h { |line| line.values_at("position", "contender") }
          notations = @record.cells.to_h { |cell| cell.values_at("contender", "notation") }
          @notations = positions.transform_values { |contender| notations[contender] || contender }
          @repeats = Page::Repeats.new(@steps.steps, all: @steps.run["argv"].to_a, command: method(:repeat),
                                                     name: ->(step) { "#{step.name}: #{where(step)}" })
        end

        #: () -> String
        def to_s
          chart = Page::Charts::Steps.of(@steps)
          sections = [results(chart), skipped, @repeats.section]
          Page::Document.new(@steps, title: "Find: #{@steps.client}", lead: Answer.sentences(@steps), sections: sections,
                                     record: @record.path).page
        end

        private

        def results(chart)
          grid = Page::Grid.new(id: "versions", caption: "Versions that were measured", rows: @steps.series.values.flatten,
                                columns: columns, words: ->(step) { "#{name(step)} #{where(step)}" })
          notes = @steps.notes.map { |note| "<li>#{Erubi.h(note)}</li>" }.join
          body = "<p>#{Erubi.h(READ_FIRST)}</p>#{chart&.figure}#{grid}#{"<ul>#{notes}</ul>" unless notes.empty?}"
          Page::Section.new(id: "results", heading: "Versions", body: body, charts: [chart].compact)
        end

        def columns
          [Page::Column.new(heading: "version", left: true, cell: method(:name), value: :position.to_proc),
           Page::Column.new(heading: "scenario", left: true, cell: method(:where)),
           Page::Column.new(heading: "cost beside the first", cell: ->(step) { Effects.of(step.effect, step.interval) },
                            value: :effect.to_proc, how: method(:origin)),
           Page::Column.new(heading: "pairs", cell: ->(step) { step.pairs.to_s }, value: :pairs.to_proc),
           Page::Column.new(heading: "found", left: true, cell: method(:found), mark: method(:direction)), @repeats.column]
        end

        def name(step) = [step.name, step.subject].compact.join(" ")
        def origin(step) = "By #{step.pairs} pairs of fresh processes; #{step.metric}; #{@notations[step.position]}"
        def where(step) = [step.label || step.scenario, *("(#{step.metric})" unless step.metric == "wall")].join(" ")

        def change(step) = @steps.found.find { |change| change.to == step.name && change.place == step.place }

        def found(step)
          change = change(step)
          change ? Effects.of(change.effect, change.interval) : ""
        end

        def direction(step) = "verdict #{change(step)&.effect&.positive? ? "slower" : "faster"}"

        def skipped
          return if @steps.skipped.empty?

          items = @steps.skipped.map { |skip| "<dt>#{Erubi.h(skip.name)}</dt><dd>#{Erubi.h(skip.reason)}</dd>" }.join
          Page::Section.new(id: "skipped", heading: "Skipped", body: %(<dl class="facts">#{items}</dl>))
        end

        def repeat(step)
          first = @steps.series.fetch([step.scenario, step.mode, step.metric]).first
          names = [first, step].map { |one| @notations[one.position] || one.name }
          ["compare", *names, "--scenario", step.scenario, *(["--mode", step.mode] unless step.mode == "sync")]
        end
      end
    end
  end
end
