# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # One question: its answer, one chart, and the command.
      class QuestionPage
        #: (Contents, Catalog::Campaign::Step, Cachemark::Results::Result) -> void
        def initialize(contents, step, result)
          @contents = contents
          @step = step
          @result = result
          @part = Parts.for(result, root: "../")
        end

        #: () -> String
        def to_s
          chart = @part.chart
          sections = [(HTML::Section.of_charts("chart", "In one chart", [chart]) if chart),
                      HTML::Section.new(id: "figures", heading: "The figures", body: @part.table),
                      HTML::Section.new(id: "repeat", heading: "Measure it yourself", body: repeat)]
          Results.page(title: @step.question, lead: lead, root: "../", sections: sections)
        end

        private

        def lead
          answers = @result.answer.map { |sentence| HTML.paragraph(sentence, css: "lead") }
          [*answers, (HTML.paragraph(@step.about) if @step.about)].compact.join("\n")
        end

        def repeat
          facts = { "Command" => HTML.code(Report::CommandLine.of(@result.argv)),
            "Measured" => HTML.text("#{Report::History.time(@result.started_at)} UTC"),
                    "Machine" => HTML.text(@contents.survey.home.description),
                    "Load before" => HTML.text(@result.machine["load_before"].to_s),
                    "Steal time" => HTML.text(Figures.percent(@result.machine["steal_percent"]&.fdiv(100))),
                    "Contenders" => HTML.text(contenders), "Record" => HTML.link("result and record",
                      "../#{Results.result(@result)}") }
          "#{HTML.facts(facts)}\n#{HTML.list(@result.facts["notes"].map { |note| HTML.text(note) })}"
        end

        def contenders
          known = @result.contenders.values.map { |facts| Cachemark::Results::Configuration.of(facts) }
          known.map { |one| "#{one.name} (#{one.place})" }.uniq.join("; ")
        end
      end
    end
  end
end
