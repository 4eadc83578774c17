# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # One question: its answer in one sentence, one chart, and the command.
      class QuestionPage < Page
        COMPARED = "These times are of method 1, with garbage collection and typical disturbances. Do not compare them with " \
                   "times of "
        TIMED = "These times are of method 1, without garbage collection."
        ONE_RUN = " An interval is that of one run; two runs can differ by more, as the data page shows. Times of later " \
                  "methods cannot be compared with them."
        DIFFERENCES = "The differences that the answer states. Their intervals hold together with a probability of 99 %."
        private_constant :COMPARED, :TIMED, :ONE_RUN, :DIFFERENCES

        private

        def prepare(question)
          @step = question.step
          @answer, *@others = question.answers
          @result = question.result
        end

        def title = @step.question
        def lead = @answer.to_s

        def parts
          figured = Figured.of(@result, @answer.panels)
          elsewhere = @others.map { |answer| ["#{machine(answer.result)}: #{answer} ", origin(answer.result)] }
          [(text(@step.about) if @step.about), section("chart", "In one chart", figured.estimates),
           section("repeat", "Measure it yourself", Part::Facts.new(facts: repeat), list(@result.facts["notes"])),
           section("figures", "The figures", caution, figured.figures, differences),
           section("elsewhere", "On other machines", list(elsewhere))]
        end

        # By method 1, a time of `compare` is another quantity than one of `run`.
        def caution
          return unless @result.time_method == 1

          @result.command == "compare" ? text(COMPARED, code("run"), ".", ONE_RUN) : text(TIMED, ONE_RUN)
        end

        # Of an answer that is made of the rows of a run.
        def differences
          return if @answer.differences.empty?

          columns = [words("scenario", &:scenario), words("what") { |one| @answer.sides(one).first },
                     words("against") { |one| @answer.sides(one).last },
                     words("verdict", tone: :verdict.to_proc) { |one| Figures.verdict(one.verdict) },
                     figure("change", ->(one) { Figures.change(one.share, one.interval) }, &:share)]
          table("differences", DIFFERENCES, @answer.differences, columns)
        end

        def repeat
          busy = @result.campaign&.fetch("busy_percent", nil)
          made = [@result.facts["cachemark"], *Results.method_of(@result)&.then { |method| "(#{method})" }].join(" ")
          { "Command" => code(command(@result)), "Versions" => contenders,
            "Measured" => "#{Report::History.time(@result.started_at)} UTC, Cachemark #{made}",
            "Machine" => machine(@result), "Load average before" => @result.machine["load_before"].to_s,
            "CPU used by others before" => busy && "#{busy} %",
            "Steal time" => Figures.percent(@result.machine["steal_percent"]&.fdiv(100)),
            "Answered on" => Figures.counted([@answer, *@others].count(&:decided?), "machine"),
            "Record" => link("result and record", "data.html##{@result.name}") }.compact
        end

        def contenders
          known = @result.configurations.slice(*@result.present).values
          clients = known.reject { |one| Vocabulary::References.include?(one.client) }
          clients.map { |one| "#{one.name} (#{one.place})" }.uniq.join("; ")
        end

        def machine(result) = survey.machines.find { |one| one.folder == result.folder }.title
      end
    end
  end
end
