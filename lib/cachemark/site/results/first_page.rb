# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Which client to use: for each language, time against bad outcomes.
      class FirstPage
        READ = "Time per get is the time of one get of an empty array; lower is better. GC is garbage collection's share of " \
               "the whole time. × socket is the time without garbage collection, divided by that of the least code in the " \
               "same language that does the same work on a raw socket. The next columns count cases of cachemark check, which " \
               "injects faults such as timeouts and killed servers. A case counts as a wrong value if a call returned a value " \
               "that nobody wrote to the key, or changed a key that it did not name. Passed counts cases without any problem; " \
               "the remaining cases have remarks, or a fault that cannot happen to the client."
        FRONTIER = "The frontier has the entries that no other entry beats. An entry beats another if it is at least as fast " \
                   "and as safe, and better in one of the two. Entries with default options are compared only with each " \
                   "other; entries with other options, with all. Times whose intervals overlap count as equal. The frontier " \
                   "is about a get: sets and multigets are on the pages of the clients."
        # What times include, by their method.
        INCLUDED = {
          2 => "Times include garbage collection, each collection at one price. ± is half of the 95 % interval, and covers the " \
               "difference between two runs.",
          1 => "Times of method 1, of Cachemark 1.0, are without garbage collection. Their ± is that of one run, and two runs " \
               "can differ by more. An entry is faster only if it is faster both without and with garbage collection."
        }.freeze
        HEIGHT = "The height of a dot is the number of all bad outcomes. The frontier compares two entries only in cases that " \
                 "both could be tried with, so a higher dot can be on it."
        CHART = "Left is faster, down is safer. A hollow dot has other options than the defaults."
        PLACED = { "one-core" => "While times were measured, the client and memcached were pinned to the same core." }.freeze
        private_constant :READ, :INCLUDED, :FRONTIER, :HEIGHT, :CHART, :PLACED

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @survey = contents.survey
        end

        #: () -> String
        def to_s
          Results.page(@contents, title: "Which memcached client should I use?", lead: lead,
                       sections: [*@contents.languages.map { |language| language(language) }, reading, questions, clients])
        end

        private

        def lead
          counts = [Figures.counted(@survey.results.size, "result"), Figures.counted(@survey.clients.size, "client"),
                    Figures.counted(@survey.machines.size, "machine")]
          newest = @survey.results.last.started_at[0, 10]
          measured = "#{counts[0]} for #{counts[1]} on #{counts[2]}; the newest is from #{newest}. " \
                     "The figures are from #{@survey.home.title}, unless a row names another machine."
          "#{HTML.paragraph(measured, css: "lead")}\n<p>#{HTML.link("How to read the charts and tables", "#reading")}</p>"
        end

        def reading
          methods = choices.values.filter_map(&:time_method).uniq
          texts = [READ, *INCLUDED.slice(*methods.sort.reverse).values, FRONTIER, HEIGHT, *placed]
          HTML::Section.new(id: "reading", heading: "How to read the charts and tables",
                            body: texts.map { |text| HTML.paragraph(text) }.join("\n"))
        end

        # {language => Choice}
        def choices
          @choices ||= @contents.languages.to_h { |name| [name, Cachemark::Results::Choice.new(@survey, name)] }
        end

        def language(name)
          choice = choices.fetch(name)
          return if choice.entries.empty?

          title = Results.language(name)
          chart = Charts.choice("choice-#{name}", choice, words: CHART,
                                title: Results.titled("#{title}: time per get and bad outcomes", choice))
          body = [HTML.paragraph(answer(choice, title), css: "lead"), chart&.figure, *tables(choice, title, name)]
          HTML::Section.new(id: "language-#{name}", heading: title, body: body.compact.join("\n"), charts: [chart].compact)
        end

        # Where most figures come from.
        def placed = PLACED[@survey.costs.map { |cost| cost.result.facts["placement"] }.tally.max_by(&:last)&.first]

        def tables(choice, title, name)
          [(table(choice, choice.shipped, "#{title} clients with default options", "#{name}-shipped") if choice.shipped.any?),
           (table(choice, choice.tuned, "With other options", "#{name}-tuned", why: true) if choice.tuned.any?)]
        end

        # With default options, and the other options that are better.
        def answer(choice, title)
          return "No #{title} client has been checked yet." if choice.frontier.empty?
          if choice.entries.count(&:examination) == 1
            return "#{bracketed(choice.frontier.first)} is the only #{title} client that has been checked."
          end

          tuned, shipped = choice.frontier.partition { |entry| entry.configuration.tuned? }
          [(by_default(shipped, title) if shipped.any?), (with_options(tuned) if tuned.any?)].compact.join(" ")
        end

        def by_default(shipped, title)
          "#{are(shipped)} on the frontier: no other #{title} client with default options beats #{them(shipped)}."
        end

        def with_options(tuned)
          "With other options, no entry beats #{list(tuned)} either. That does not mean that the options improve a client: " \
            "compare the two tables."
        end

        def are(entries) = "#{list(entries)} #{entries.one? ? "is" : "are"}"
        def list(entries) = Vocabulary.list(entries.map { |entry| bracketed(entry) })

        def them(entries) = entries.one? ? "it" : "them"

        # "dalli 5.3.2 (string_fastpath=on)": a list of names needs its commas.
        def bracketed(entry) = entry.configuration.name.sub(/, (.*)/, ' (\1)')

        def table(choice, entries, caption, id, why: false)
          HTML::Grid.new(id: id, caption: Results.titled(caption, choice), columns: columns(choice, why), rows: entries,
                         words: ->(entry) { entry.configuration.name }).to_s
        end

        def columns(choice, why)
          [Tables.html("configuration") { |entry| link(entry.configuration) },
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

        def link(configuration) = HTML.link(configuration.name, Results.client(configuration.client))
        def time(entry) = Charts.time(entry.cost.wall_ns, entry.cost.interval)

        def place(cost)
          away = cost.result.folder unless cost.result.folder == @survey.home.folder
          [cost.place, *away].join(", on ")
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

        # The catalogue's warning, and what a reader must know about the check.
        def remarks(entry) = [*@contents.warnings[entry.configuration.client], *of_check(entry)]

        # Which bad outcomes do not count, and why.
        def of_check(entry)
          exam = entry.examination or return []
          warned, excused = exam.warned.size, exam.excused
          elsewhere = exam.configuration.place unless exam.configuration.place == entry.configuration.place
          [("its check was on #{elsewhere}" if elsewhere),
           ("#{Figures.counted(warned, "more bad outcome")} of uses that its documentation warns against" if warned.positive?),
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
            first, *others = question.answers
            elsewhere = others.select(&:decided?).map { |answer| "On #{answer.result.folder}: #{answer}" }
            [HTML.link(question.step.question, Results.question(question)),
             *[[first.to_s, *labelled(question)].join(" "), *elsewhere].map { |words| HTML.text(words) }].join("<br>")
          end
          HTML::Section.new(id: "questions", heading: "Questions", body: HTML.list(items)) if items.any?
        end

        # All answers of a question are of one method.
        def labelled(question) = Results.method_of(question.result)&.then { |words| "(#{words})" }

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
           Tables.figure("rows with a time", ->(client) { figures.call(client).to_s }, &figures)]
        end

        def newest(costs) = costs.map(&:configuration).max_by(&:age)&.version.to_s
      end
    end
  end
end
