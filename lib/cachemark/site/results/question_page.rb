# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # One question: its answer in one sentence, one chart, and the command.
      class QuestionPage
        COMPARED = "These times are of method 1, with garbage collection and typical disturbances. Do not compare them with " \
                   "times of"
        TIMED = "These times are of method 1, without garbage collection."
        ONE_RUN = "An interval is that of one run; two runs can differ by more, as the data page shows. Times of later methods " \
                  "cannot be compared with them."
        DIFFERENCES = "The differences that the answer states. Their intervals hold together with a probability of 99 %."
        private_constant :COMPARED, :TIMED, :ONE_RUN, :DIFFERENCES

        #: (Contents, Question) -> void
        def initialize(contents, question)
          @contents = contents
          @step = question.step
          @answer, *@others = question.answers
          @result = question.result
          @part = Parts.for(@result, root: "../", panels: @answer.panels)
        end

        #: () -> String
        def to_s
          chart = @part.chart
          sections = [(HTML::Section.of_charts("chart", "In one chart", [chart]) if chart),
                      HTML::Section.new(id: "repeat", heading: "Measure it yourself", body: repeat),
                      HTML::Section.new(id: "figures", heading: "The figures", body: "#{caution}#{@part.table}#{differences}"),
                      elsewhere]
          Results.page(@contents, title: @step.question, lead: lead, root: "../", sections: sections)
        end

        private

        def lead
          [HTML.paragraph(@answer.to_s, css: "lead"), (HTML.paragraph(@step.about) if @step.about)].compact.join("\n")
        end

        # By method 1, a time of `compare` is another quantity than one of `run`.
        def caution
          return unless @result.time_method == 1

          meaning = @result.command == "compare" ? "#{COMPARED} #{HTML.code("run")}." : TIMED
          "<p>#{meaning} #{ONE_RUN}</p>\n"
        end

        # Of an answer that is made of the rows of a run; "" otherwise.
        def differences
          return "" if @answer.differences.empty?

          columns = [Tables.text("scenario", &:scenario), Tables.text("what") { |one| @answer.sides(one).first },
                     Tables.text("against") { |one| @answer.sides(one).last },
                     Tables.html("verdict") { |one| HTML.toned(Figures.verdict(one.verdict), one.verdict) },
                     Tables.figure("change", ->(one) { Figures.change(one.share, one.interval) }, &:share)]
          grid = HTML::Grid.new(id: "differences", caption: DIFFERENCES, columns: columns, rows: @answer.differences)
          "\n#{grid}"
        end

        def repeat
          facts = { "Command" => HTML.code(CommandLine.of(Cachemark::Results::ExactCommand.of(@result))),
                    "Versions" => HTML.text(contenders),
                    "Measured" => HTML.text(["#{Report::History.time(@result.started_at)} UTC, Cachemark",
                                             "#{@result.facts["cachemark"]}#{by_method}"].join(" ")),
                    "Machine" => HTML.text(machine(@result)),
                    "Load average before" => HTML.text(@result.machine["load_before"].to_s), **busy,
                    "Steal time" => HTML.text(Figures.percent(@result.machine["steal_percent"]&.fdiv(100))),
                    "Answered on" => HTML.text(Figures.counted([@answer, *@others].count(&:decided?), "machine")),
                    "Record" => HTML.link("result and record", "../#{Results.result(@result)}") }
          "#{HTML.facts(facts)}\n#{HTML.list(@result.facts["notes"].map { |note| HTML.text(note) })}"
        end

        def by_method = Results.method_of(@result)&.then { |words| " (#{words})" }

        # {} without a campaign: it is measured before a step.
        def busy
          percent = @result.campaign&.fetch("busy_percent", nil)
          percent ? { "CPU used by others before" => HTML.text("#{percent} %") } : {}
        end

        def contenders
          known = @result.configurations.slice(*@result.present).values
          clients = known.reject { |one| Vocabulary::References.include?(one.client) }
          clients.map { |one| "#{one.name} (#{one.place})" }.uniq.join("; ")
        end

        def machine(result) = @contents.survey.machines.find { |one| one.folder == result.folder }.title

        # The answers of other machines.
        def elsewhere
          items = @others.map do |answer|
            "#{HTML.text("#{machine(answer.result)}: #{answer}")} #{Results.origin(answer.result, root: "../")}"
          end
          HTML::Section.new(id: "elsewhere", heading: "On other machines", body: HTML.list(items)) if items.any?
        end
      end
    end
  end
end
