# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Which client to use: for each language, time against bad outcomes.
      class FirstPage
        READ = "Each entry is a client as it ships, or with the options that its name shows, on the newest runtime on which it " \
               "was measured. Time is that of one get of an empty array, and lower is better. Bad " \
               "outcomes are the cases of check that ended with a wrong value, a hang, a crash or another failure."
        FRONTIER = "An entry is on the frontier if no other entry is at least as fast and as safe, and better in one of them. " \
                   "Times whose intervals overlap count as equal, and only cases that both entries support are compared."
        CHART = "Left is faster, down is safer. A hollow dot has other options than its client ships with."
        private_constant :READ, :FRONTIER, :CHART

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @survey = contents.survey
        end

        #: () -> String
        def to_s
          Results.page(title: "Which memcached client should I use?", lead: lead,
                       sections: [*@contents.languages.map { |language| language(language) }, questions, clients])
        end

        private

        def lead
          counts = [Figures.counted(@survey.results.size, "measurement"), Figures.counted(@survey.clients.size, "client"),
                    Figures.counted(@survey.machines.size, "machine")]
          measured = "#{counts[0]} of #{counts[1]} on #{counts[2]}, the newest of #{@survey.results.last.started_at[0, 10]}. " \
                     "The figures are from one machine: #{@survey.home.description}."
          [[measured, "lead"], [READ, "words"], [FRONTIER, "words"]].map { |text, css| HTML.paragraph(text, css: css) }.join("\n")
        end

        def language(name)
          choice = Cachemark::Results::Choice.new(@survey, name)
          return if choice.entries.empty?

          title = Results.language(name)
          chart = Charts.choice("choice-#{name}", choice, title: "#{title}: time per get and bad outcomes", words: CHART)
          body = [HTML.paragraph(answer(choice, title), css: "lead"), chart&.figure, *tables(choice, title, name)]
          HTML::Section.new(id: "language-#{name}", heading: title, body: body.compact.join("\n"), charts: [chart].compact)
        end

        def tables(choice, title, name)
          tuned, shipped = choice.entries.partition { |entry| entry.configuration.tuned? }
          [table(choice, shipped, "#{title} clients as they ship", "#{name}-shipped"),
           (table(choice, tuned, "With other options", "#{name}-tuned", why: true) if tuned.any?)]
        end

        def answer(choice, title)
          names = choice.frontier.map { |entry| bracketed(entry.configuration.name) }
          return "No #{title} client has been checked yet." if names.empty?
          return "#{names.first} is the only #{title} client that has been checked." if choice.entries.count(&:examination) == 1

          verb = names.one? ? "is" : "are"
          "#{Vocabulary.list(names)} #{verb} on the frontier: no other #{title} client that was checked is both faster and safer."
        end

        # "dalli 5.3.2 (string_fastpath=on)": a list of names needs its commas.
        def bracketed(name) = name.sub(/, (.*)/, ' (\1)')

        def table(choice, entries, caption, id, why: false)
          HTML::Grid.new(id: id, caption: caption, columns: columns(choice, why), rows: entries,
                         words: ->(entry) { entry.configuration.name }).to_s
        end

        def columns(choice, why)
          [Tables.html("client") { |entry| HTML.link(entry.configuration.name, Results.client(entry.configuration.client)) },
           Tables.text("frontier") { |entry| choice.frontier.include?(entry) ? "yes" : "" },
           Tables.figure("time per get", ->(entry) { time(entry) }, how: ->(entry) { Results.command(entry.cost) }) do |entry|
             entry.cost.wall_ns
           end,
           Tables.figure("× socket", ->(entry) { Figures.ratio(entry.cost.ratio, entry.cost.ratio_interval) }) do |entry|
             entry.cost.ratio
           end,
           *outcomes, (Tables.text("why") { |entry| why(entry.configuration) } if why),
           Tables.text("on") { |entry| entry.configuration.place },
           Tables.html("measured") { |entry| Results.measured(@contents, entry.cost) },
           Tables.html("notes") { |entry| Results.notes(entry.cost.row) }].compact
        end

        def time(entry) = Charts.time(entry.cost.wall_ns, entry.cost.interval)

        def outcomes
          names = { "wrong values" => :wrong, "hangs, crashes" => :stuck, "failures" => :failed, "cases tried" => :tried }
          names.map do |heading, name|
            count = ->(entry) { entry.examination&.public_send(name) }
            Tables.figure(heading, ->(entry) { count.call(entry)&.to_s || "not checked" }, &count)
          end
        end

        # Each option with its default, and the reason.
        def why(configuration)
          options = configuration.departures.map { |name, (value, default)| "#{name}=#{value} (default #{default || "none"})" }
          [options.join(", "), configuration.note].compact.join(": ")
        end

        # nil without a question that has an answer.
        def questions
          items = @contents.questions.map do |question|
            "#{HTML.link(question.step.question, Results.question(question))}<br>#{HTML.text(question.answers.first.to_s)}"
          end
          HTML::Section.new(id: "questions", heading: "Questions", body: HTML.list(items)) if items.any?
        end

        def clients
          grid = HTML::Grid.new(id: "all-clients", caption: "Every client with a result", columns: client_columns,
                                rows: @survey.clients)
          HTML::Section.new(id: "clients", heading: "Clients", body: grid.to_s)
        end

        def client_columns
          costs = @survey.costs.select(&:ok?).group_by { |cost| cost.configuration.client }
          figures = ->(client) { costs.fetch(client, []).size }
          [Tables.html("client") { |client| HTML.link(client, Results.client(client)) },
           Tables.text("newest release measured") { |client| newest(costs.fetch(client, [])) },
           Tables.figure("costs", ->(client) { figures.call(client).to_s }, &figures)]
        end

        def newest(costs) = costs.map(&:configuration).max_by(&:age)&.version.to_s
      end
    end
  end
end
