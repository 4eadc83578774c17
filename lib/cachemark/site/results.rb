# frozen_string_literal: true

require "shellwords"

module Cachemark
  module Site
    # The pages of results: which client to use, one page for each client, one for each question, the rules, and the data.
    # Every figure has a link to its result, and the command that measures it again.
    module Results
      Survey = Cachemark::Results::Survey
      NAVIGATION = { "Which client" => "index.html", "Questions" => "index.html#questions", "Clients" => "index.html#clients",
                     "Rules" => "rules.html", "Data" => "data.html" }.freeze
      # The disturbance of a row that a reader must know.
      WORTH_SAYING = 0.25
      private_constant :NAVIGATION, :WORTH_SAYING

      # A step of a campaign that asks, and its result of each machine. Pages show the first.
      Question = Value.define(:step, :results) do
        def result = answers.first.result

        # Array[Answer], one for each machine: first those that could tell.
        def answers = results.map { |result| Answer.new(result, step.answer) }.partition(&:decided?).flatten(1)
      end

      # `survey` has the figures, and `campaigns` the questions. `repository` is the project's address, nil if unknown.
      # `records` are the paths of published copies by the names of results. `summaries` and `warnings` are what the catalogue
      # says of clients, by their ids.
      Contents = Value.define(:survey, :campaigns, :repository, records: {}.freeze, summaries: {}.freeze, warnings: {}.freeze) do
        # Array[Question]: those with an answer.
        def questions
          campaigns.flat_map do |campaign|
            asked = campaign.steps.select(&:question).map { |step| [step, survey.answers(campaign.id, step)] }
            asked.select { |_, results| results.any? }.map { |step, results| Question.new(step: step, results: results) }
          end
        end

        # Array[String]: the languages of the clients, sorted by their titles.
        def languages = survey.clients.map { |client| client[/\A\w+/] }.uniq.sort
      end

      class << self
        # A page, as Site.page. It links to the questions if any has an answer.
        #: (Contents, title: String, sections: Array[Report::HTML::Section?], ?lead: String, ?root: String) -> String
        def page(contents, title:, sections:, lead: "", root: "")
          links = contents.questions.any? ? NAVIGATION : NAVIGATION.except("Questions")
          HTML::Layout.of_sections(title: title, sections: sections.compact, lead: lead, nav: links.to_a, root: root,
                                   assets: ASSETS)
        end

        # The address of a client's page, of a question's, and of a result in the list of all.
        #: (String) -> String
        def client(id) = Addresses.client(id)
        def question(question) = "questions/#{question.step.id}.html"
        def result(result) = "data.html##{result.name}"

        # The title of a language.
        #: (String) -> String
        def language(name) = Vocabulary::Language.all[name]&.title || name

        # The words that measure a configuration again: in one scenario, with the reference next to it.
        #: (Cachemark::Results::Cost) -> String
        def command(cost)
          configuration = cost.configuration
          mode = ["--mode", cost.mode] unless cost.mode == "sync"
          servers = ["--servers", cost.servers.to_s] if cost.servers > 1
          CommandLine.of(["run", notation(configuration), "--memcached", configuration.memcached, *servers, "--scenario",
                                  cost.scenario, *mode, "--for", "60s"])
        end

        # "method 1" of a result or cost whose times have an earlier meaning; nil for any other.
        #: (Object) -> String?
        def method_of(one)
          "method #{one.time_method}" if one.time_method && one.time_method < Stats::TimeMethod::CURRENT
        end

        # The title of a table or chart, with its method: "Time per call, method 1".
        #: (String, Object?) -> String
        def titled(title, one) = [title, *(method_of(one) if one)].join(", ")

        # A configuration as it is typed on any machine, with the line of its runtime in place of a path.
        #: (Cachemark::Results::Configuration) -> String
        def notation(configuration)
          word = Vocabulary::Language.short_name(configuration.client)
          release = "@#{configuration.version}" unless Vocabulary::References.include?(configuration.client)
          jit = configuration.notation[/,(jit=[\w-]+)/, 1]
          ["#{word}#{release}", *configuration.options, *runtime(configuration), *jit].join(",")
        end

        # The command that repeats a case of a check, with the exact releases and server.
        #: (Cachemark::Results::Result, Cachemark::Results::Configuration, Hash[String, Object]) -> String
        def replay(result, configuration, one)
          words = Shellwords.split(one["replay"]).drop(1).map do |word|
            known = result.configurations[word]
            known ? notation(known) : word
          end
          words.insert(2, "--memcached", configuration.memcached) unless words.include?("--memcached")
          CommandLine.of(words)
        end

        # Sentences that a reader must know about a row, which a click unfolds; "" without any.
        #: (Hash[String, Object], *String) -> String
        def notes(row, *more)
          sentences = [row["reason"], lengthened(row), *row["footnotes"], *more].compact.uniq
          return "" if sentences.empty?

          "<details><summary>#{Figures.counted(sentences.size, "note")}</summary>#{HTML.text(sentences.join("; "))}</details>"
        end

        # "17 wrong values, 1 hang or crash and 7 failures", or "no bad outcome".
        #: (Cachemark::Results::Examination) -> String
        def outcomes(exam)
          counts = [[exam.wrong, "wrong value", "wrong values"], [exam.stuck, "hang or crash", "hangs or crashes"],
                    [exam.failed, "failure", "failures"]]
          words = counts.select { |count, _| count.positive? }.map { |count, one, more| Figures.counted(count, one, more) }
          words.empty? ? "no bad outcome" : Vocabulary.list(words)
        end

        # A count: "3", "1,200", or "42.78" if it is a mean.
        #: (Numeric?) -> String
        def count(number) = number && ((number % 1).zero? || number >= 1_000) ? Figures.count(number) : Figures.number(number)

        # When and where a result was measured, with a link to it.
        #: (Cachemark::Results::Result, ?root: String) -> String
        def origin(result, root: "") = HTML.link(result.started_at[0, 10], "#{root}#{result(result)}")

        # When and where a cost was measured, and on how many machines it came out the same.
        #: (Contents, Cachemark::Results::Cost, ?root: String) -> String
        def measured(contents, cost, root: "")
          [origin(cost.result, root: root), *(HTML.text(machines(contents, cost)) if cost.ok?)].join("<br>")
        end

        private

        # The line of its runtime, "python=3.11", as a cost depends on it.
        def runtime(configuration)
          option = Vocabulary::Language.all[configuration.language]&.option
          "#{option}=#{configuration.line}" if option && configuration.line
        end

        # "reproduced on 2 machines, different on 1"; "not reproduced yet" if no other machine measured it.
        def machines(contents, cost)
          same, others = contents.survey.reproduced(cost).map(&:size)
          return "not reproduced yet" if same == 1 && others.zero?

          [("reproduced on #{Figures.counted(same, "machine")}" if same > 1),
           ("different on #{Figures.counted(others, "machine")}" if others.positive?)].compact.join(", ")
        end

        def lengthened(row)
          share = row["disturbance"].to_f
          return unless share > WORTH_SAYING

          "calls took #{Figures.percent(share)} longer on average than the figure, which is of undisturbed stretches; the " \
            "machine or the client can be the cause"
        end
      end
    end
  end
end
