# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Which client to use: for each language, time against bad outcomes.
      class FirstPage
        READ = "Each entry is the newest release of a client, as it ships or with the options that its name shows, on the " \
               "newest runtime on which it was measured. Time is that of one get of an empty array, without garbage " \
               "collection, and lower is better. Bad outcomes are cases of check that ended with a wrong value, a hang, a " \
               "crash or another failure. A value is wrong if nobody wrote it to the key, or if a call changed another key."
        FRONTIER = "An entry is on the frontier if no other is at least as fast and as safe, and better in one of the two. " \
                   "Clients as they ship are compared with each other, and options with everything. Times whose intervals " \
                   "overlap are equal, and only what is faster with garbage collection, too, is faster. The frontier is about " \
                   "a get: sets and multigets are on the pages of the clients."
        CHART = "Left is faster, down is safer. A hollow dot has other options than its client ships with. Heights count all " \
                "cases of an entry, but the frontier only those that both entries could be tried with."
        PLACED = { "one-core" => "Client and memcached shared one core." }.freeze
        private_constant :READ, :FRONTIER, :CHART, :PLACED

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
                     "The figures are from #{@survey.home.description}, unless a row names another machine. #{placed}".strip
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

        def placed = PLACED[@survey.home.results.last.facts["placement"]]

        def tables(choice, title, name)
          [(table(choice, choice.shipped, "#{title} clients as they ship", "#{name}-shipped") if choice.shipped.any?),
           (table(choice, choice.tuned, "With other options", "#{name}-tuned", why: true) if choice.tuned.any?)]
        end

        # As clients ship, and the options that are better.
        def answer(choice, title)
          return "No #{title} client has been checked yet." if choice.frontier.empty?
          if choice.entries.count(&:examination) == 1
            return "#{bracketed(choice.frontier.first)} is the only #{title} client that has been checked."
          end

          tuned, shipped = choice.frontier.partition { |entry| entry.configuration.tuned? }
          first = "#{are(shipped)} on the frontier: no other #{title} client as it ships beats #{them(shipped)}." if shipped.any?
          [first, ("With other options, #{are(tuned)} on it." if tuned.any?)].compact.join(" ")
        end

        def are(entries)
          "#{Vocabulary.list(entries.map { |entry| bracketed(entry) })} #{entries.one? ? "is" : "are"}"
        end

        def them(entries) = entries.one? ? "it" : "them"

        # "dalli 5.3.2 (string_fastpath=on)": a list of names needs its commas.
        def bracketed(entry) = entry.configuration.name.sub(/, (.*)/, ' (\1)')

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
           Tables.figure("GC", ->(entry) { Figures.percent(entry.cost.row["gc_share"]) }) { |entry| entry.cost.row["gc_share"] },
           *outcomes, (Tables.text("why") { |entry| why(entry.configuration) } if why),
           Tables.text("runtime and server") { |entry| place(entry.cost) },
           Tables.html("measured") { |entry| Results.measured(@contents, entry.cost) },
           Tables.html("notes") { |entry| Results.notes(row(entry.cost, why), *remarks(entry)) }].compact
        end

        def time(entry) = Charts.time(entry.cost.wall_ns, entry.cost.interval)

        def place(cost)
          away = cost.result.folder unless cost.result.folder == @survey.home.folder
          [cost.configuration.place, *away].join(", on ")
        end

        # The reason for options has its own column.
        def row(cost, why)
          why ? { **cost.row, "footnotes" => cost.row["footnotes"].to_a - [cost.configuration.note] } : cost.row
        end

        def outcomes
          counts = { "wrong values" => :wrong, "hangs, crashes" => :stuck, "failures" => :failed }.map do |heading, name|
            count = ->(entry) { entry.examination&.public_send(name) }
            Tables.figure(heading, ->(entry) { count.call(entry)&.to_s || "not checked" }, &count)
          end
          [*counts, Tables.figure("passed", ->(entry) { passed(entry.examination) }) { |entry| entry.examination&.passed }]
        end

        # Which bad outcomes do not count, and why.
        def remarks(entry)
          exam = entry.examination or return []
          warned, excused = exam.warned.size, exam.excused
          [("#{Figures.counted(warned, "more bad outcome")} of uses that its documentation warns against" if warned.positive?),
           ("#{Figures.counted(excused, "case")} that its own documentation excuses" if excused.positive?)].compact
        end

        def passed(exam) = exam ? "#{exam.passed} of #{exam.tried}" : "not checked"

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
           Tables.figure("measured rows", ->(client) { figures.call(client).to_s }, &figures)]
        end

        def newest(costs) = costs.map(&:configuration).max_by(&:age)&.version.to_s
      end
    end
  end
end
