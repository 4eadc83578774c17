# frozen_string_literal: true

module Cachemark
  module Site
    # The pages of results: which client to use, one page for each client, one for each question, the rules, and the data.
    # Every figure has a link to its result, and the command that measures it again.
    module Results
      Survey = Cachemark::Results::Survey
      NAVIGATION = { "Which client" => "index.html", "Questions" => "index.html#questions", "Clients" => "index.html#clients",
                     "Rules" => "rules.html", "Data" => "data.html" }.freeze
      private_constant :NAVIGATION

      # `survey` has the figures, and `campaigns` the questions. `repository` is the project's address, nil if unknown.
      # `records` are the paths of published copies by the names of results.
      Contents = Value.define(:survey, :campaigns, :repository, records: {}.freeze) do
        # Array[[Catalog::Campaign::Step, Results::Result]]: questions with an answer.
        def questions
          steps = campaigns.flat_map(&:steps).select(&:question)
          steps.filter_map { |step| survey.answer(step.argv)&.then { |result| [step, result] } }
        end

        # Array[String]: the languages of the clients, sorted by their titles.
        def languages = survey.clients.map { |client| client[/\A\w+/] }.uniq.sort
      end

      class << self
        # A page, as Site.page.
        #: (title: String, sections: Array[Report::HTML::Section?], ?lead: String, ?root: String) -> String
        def page(title:, sections:, lead: "", root: "")
          HTML::Layout.of_sections(title: title, sections: sections.compact, lead: lead, nav: NAVIGATION.to_a, root: root,
                                   assets: ASSETS)
        end

        # The address of a client's page, of a question's, and of a result in the list of all.
        #: (String) -> String
        def client(id) = Addresses.client(id)
        def question(step) = "questions/#{step.id}.html"
        def result(result) = "data.html##{result.name}"

        # The title of a language.
        #: (String) -> String
        def language(name) = Vocabulary::Language.all[name]&.title || name

        # The words that measure a configuration again: in one scenario, with the reference next to it.
        #: (Cachemark::Results::Cost) -> String
        def command(cost)
          configuration = cost.configuration
          mode = ["--mode", cost.mode] unless cost.mode == "sync"
          Report::CommandLine.of(["run", notation(configuration), "--memcached", configuration.memcached, "--scenario",
                                  cost.scenario, *mode, "--for", "60s"])
        end

        # A configuration as it is typed on any machine, with the line of its runtime in place of a path.
        #: (Cachemark::Results::Configuration) -> String
        def notation(configuration)
          facts = Vocabulary::Language.all[configuration.language]
          word = Vocabulary::Language.short_name(configuration.client)
          release = "@#{configuration.version}" unless Vocabulary::References.include?(configuration.client)
          options = [*configuration.departures.transform_values(&:first), *configuration.connection,
*configuration.companions].map { |pair|
 pair.join("=") }
          named = facts && configuration.notation.match?(/,#{facts.option}=/)
          runtime = "#{facts.option}=#{configuration.runtime[/\A\d+\.\d+/]}" if named
          jit = configuration.notation[/,(jit=[\w-]+)/, 1]
          ["#{word}#{release}", *options, *runtime, *jit].join(",")
        end

        # Footnotes of a row, which a click unfolds; "" without any.
        #: (Array[String]?) -> String
        def notes(sentences)
          return "" if sentences.to_a.empty?

          "<details><summary>#{Figures.counted(sentences.size, "note")}</summary>#{HTML.text(sentences.join("; "))}</details>"
        end

        # A count: "3", "1,200", or "42.78" if it is a mean.
        #: (Numeric?) -> String
        def count(number) = number && (number % 1).zero? ? Figures.count(number) : Figures.number(number)

        # When and where a result was measured, with a link to it.
        #: (Cachemark::Results::Result, ?root: String) -> String
        def origin(result, root: "") = HTML.link(result.started_at[0, 10], "#{root}#{result(result)}")

        # "2 machines", or that others differ.
        #: (Contents, Cachemark::Results::Cost) -> String
        def reproduced(contents, cost)
          same, others = contents.survey.reproduced(cost)
          [Figures.counted(same.size, "machine"), ("#{others.size} differ" if others.any?)].compact.join(", ")
        end
      end
    end
  end
end
