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
        def path = "questions/#{step.id}.html"

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
      end

      class << self
        # Two Hashes by the paths of files: their texts, and the records to copy. The same results make the same bytes.
        #: (Contents, Cachemark::Results::Folder) -> [Hash[String, String], Hash[String, String]]
        def files(contents, folder)
          nav = contents.questions.any? ? NAVIGATION : NAVIGATION.except("Questions")
          results = contents.survey.results
          texts = results.to_h { |result| [data(result), result.text] }
          copies = results.select { |result| contents.records.key?(result.name) }
          [Site.texts(pages(contents), nav: nav).merge(texts, Site.assets),
           copies.to_h { |result| [contents.records[result.name], folder.copy(result)] }]
        end

        # The path of a result's file.
        #: (Cachemark::Results::Result) -> String
        def data(result) = "data/#{result.folder}/#{result.name}.json"

        # The words that measure a configuration again: in one scenario, with the reference next to it.
        #: (Cachemark::Results::Cost) -> String
        def command(cost)
          configuration = cost.configuration
          mode = ["--with", "mode=#{cost.mode}"] unless cost.mode == "sync"
          servers = ["--with", "ring=#{cost.servers}"] if cost.servers > 1
          CommandLine.of(["run", notation(configuration), *on(configuration), *servers, "--scenario", cost.scenario, *mode,
                          "--for", "60s"])
        end

        # The command that repeats a case of a check, with the exact releases and server.
        #: (Cachemark::Results::Result, Cachemark::Results::Configuration, Hash[String, Object]) -> String
        def replay(result, configuration, fault_case)
          words = CommandLine.renewed(Shellwords.split(fault_case["replay"])).drop(1).map do |word|
            result.configurations[word]&.then { |known| notation(known) } || word
          end
          words.insert(2, *on(configuration)) if CommandLine.conditions(words, ["memcached"]).empty?
          CommandLine.of(words)
        end

        # The words that name the server of a configuration.
        def on(configuration) = ["--with", "memcached=#{configuration.memcached}"]

        # "method 1" of a result or cost whose times have an earlier meaning; nil for any other.
        #: (Object) -> String?
        def method_of(timed)
          "method #{timed.time_method}" if timed.time_method && timed.time_method < Stats::TimeMethod::CURRENT
        end

        private

        def pages(contents)
          { "index.html" => FirstPage.new(contents), "rules.html" => RulesPage.new(contents),
            "data.html" => DataPage.new(contents),
            **contents.survey.clients.to_h { |client| [Slug.client(client), ClientPage.new(contents, client)] },
            **contents.questions.to_h { |question| [question.path, QuestionPage.new(contents, question)] } }
        end

        # A configuration as it is typed on any machine, with the line of its runtime in place of a path: "python=3.11".
        def notation(configuration)
          word = Vocabulary::Language.short_name(configuration.client)
          release = "@#{configuration.version}" unless Vocabulary::References.include?(configuration.client)
          option = Vocabulary::Language.all[configuration.language]&.option
          runtime = "#{option}=#{configuration.line}" if option && configuration.line
          jit = configuration.notation[/,(jit=[\w-]+)/, 1]
          ["#{word}#{release}", *configuration.options, *runtime, *jit].join(",")
        end
      end

      # The base class of its pages.
      class Page < Site::Page
        private

        def survey = @contents.survey

        # The title of a table or chart, with its method: "Time per call, method 1".
        def titled(title, timed) = [title, *(Results.method_of(timed) if timed)].join(", ")

        # "17.23 µs ± 0.4 %".
        def time(wall_ns, interval)
          half = Stats::Row.half_width(interval)
          [Figures.time(wall_ns), half && "± #{Figures.percent(half)}"].compact.join(" ")
        end

        def ratio(cost) = Figures.ratio(cost.ratio, cost.ratio_interval)

        # A count: "3", "1,200", or "42.78" if it is a mean.
        def count(number) = number && ((number % 1).zero? || number >= 1_000) ? Figures.count(number) : Figures.number(number)

        # "17 wrong values, 1 hang or crash and 7 failures", or "no bad outcome".
        def outcomes(exam)
          counts = [[exam.wrong, "wrong value", "wrong values"], [exam.stuck, "hang or crash", "hangs or crashes"],
                    [exam.failed, "failure", "failures"]]
          words = counts.select { |count, _| count.positive? }
                        .map { |count, singular, plural| Figures.counted(count, singular, plural) }
          words.empty? ? "no bad outcome" : Vocabulary.list(words)
        end

        # Sentences that a reader must know about a row, which a click unfolds; "" without any.
        def notes(row, *more)
          share = row["disturbance"].to_f
          longer = "calls took #{Figures.percent(share)} longer on average than the figure, which is of undisturbed stretches; " \
                   "the machine or the client can be the cause"
          sentences = [row["reason"], (longer if share > WORTH_SAYING), *row["footnotes"], *more].compact.uniq
          sentences.empty? ? "" : fold(Figures.counted(sentences.size, "note"), sentences.join("; "))
        end

        # When a result was measured, with a link to it.
        def origin(result) = link(result.started_at[0, 10], "data.html##{result.name}")

        # When a cost was measured, and on how many machines it came out the same.
        def measured(cost) = lines(origin(cost.result), (machines(cost) if cost.ok?))

        # "reproduced on 2 machines, different on 1"; "not reproduced yet" if no other machine measured it.
        def machines(cost)
          same, others = @contents.survey.reproduced(cost).map(&:size)
          return "not reproduced yet" if same == 1 && others.zero?

          [("reproduced on #{Figures.counted(same, "machine")}" if same > 1),
           ("different on #{Figures.counted(others, "machine")}" if others.positive?)].compact.join(", ")
        end

        # With the versions that were measured.
        def command(result) = CommandLine.of(Cachemark::Results::ExactCommand.of(result))

        # The columns of bad cases. The block returns the configuration of one.
        def case_columns(result)
          outcome = ->(fault_case) { fault_case["outcome"] }
          [words("case") { |fault_case| fault_case["case"] }, words("outcome", tone: outcome, &outcome),
           words("what happened") { |fault_case| fault_case["reason"].to_s },
           words("trials with this outcome") { |fault_case| "#{fault_case["times"]} of #{fault_case["n"]}" },
           words("command", code: true) { |fault_case| Results.replay(result, yield(fault_case), fault_case) }]
        end

        # The columns of a run of an outage. A row is a pair: the contender's, and the run's.
        def outage_columns
          [words("run") { |_, run| (run["number"] + 1).to_s }, number("calls", Figures.method(:count)) { |_, run| run["calls"] },
           number("lost", Figures.method(:count)) { |_, run| run["lost"] },
           figure("recovery", ->((_, run)) { recovery(run) }) { |_, run| run["recovery_ns"] }]
        end

        # How long a run took until calls succeeded again.
        def recovery(run) = run["recovery_ns"] ? Figures.time(run["recovery_ns"]) : "none before the end"
      end
    end
  end
end
