# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Which client to use: for each language, time against bad outcomes.
      class FirstPage < Page
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
        # The meaning of times, by their method, the newest first.
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

        private

        def prepare
          languages = survey.clients.map { |client| client[/\A\w+/] }.uniq.sort
          @choices = languages.to_h { |name| [name, Cachemark::Results::Choice.new(survey, name)] }
        end

        def title = "Which memcached client should I use?"

        def lead
          counts = [Figures.counted(survey.results.size, "result"), Figures.counted(survey.clients.size, "client"),
                    Figures.counted(survey.machines.size, "machine")]
          "#{counts[0]} for #{counts[1]} on #{counts[2]}; the newest is from #{survey.results.last.started_at[0, 10]}. " \
            "The figures are from #{survey.home.title}, unless a row names another machine."
        end

        def parts
          reading = [READ, *INCLUDED.slice(*INCLUDED.keys & @choices.values.map(&:time_method)).values, FRONTIER, HEIGHT, *placed]
          [text(link("How to read the charts and tables", "#reading")),
           @choices.map { |name, choice| language(name, choice) if choice.entries.any? },
           section("reading", "How to read the charts and tables", *reading.map { |words| text(words) }),
           section("questions", "Questions", list(@contents.questions.map { |question| question(question) })),
           section("clients", "Clients", table("all-clients", "Every client with a result", survey.clients, client_columns))]
        end

        # Where most figures come from.
        def placed = PLACED[survey.costs.map { |cost| cost.result.facts["placement"] }.tally.max_by(&:last)&.first]

        def language(name, choice)
          title = Vocabulary::Language.all[name]&.title || name
          tables = [[choice.shipped, "#{title} clients with default options", "#{name}-shipped"],
                    [choice.tuned, "With other options", "#{name}-tuned"]]
          section("language-#{name}", title, text(answer(choice, title), tone: "lead"),
                  chart(:choice, id: "choice-#{name}", words: CHART,
                                 title: titled("#{title}: time per get and bad outcomes", choice),
                                 points: choice.entries.select(&:examination).map { |entry| point(entry, choice) }),
                  *tables.map { |entries, caption, id| choice_table(choice, entries, caption, id) if entries.any? })
        end

        def point(entry, choice)
          own, cost, exam = entry.configuration, entry.cost, entry.examination
          text = "#{own.name}: #{time(cost.wall_ns, cost.interval)}, #{outcomes(exam)}\n#{own.place}"
          dot(cost.wall_ns, cost.interval, name: own.name, bad: exam.bad, best: choice.frontier.include?(entry),
                                           tuned: own.tuned?, text: text) { |ns| (ns / 1e3).round(3) }
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
          are, them = shipped.one? ? %w[is it] : %w[are them]
          "#{names(shipped)} #{are} on the frontier: no other #{title} client with default options beats #{them}."
        end

        def with_options(tuned)
          "With other options, no entry beats #{names(tuned)} either. That does not mean that the options improve a client: " \
            "compare the two tables."
        end

        def names(entries) = Vocabulary.list(entries.map { |entry| bracketed(entry) })

        # "dalli 5.3.2 (string_fastpath=on)": a list of names needs its commas.
        def bracketed(entry) = entry.configuration.name.sub(/, (.*)/, ' (\1)')

        def choice_table(choice, entries, caption, id)
          table(id, titled(caption, choice), entries, columns(choice, entries.first.configuration.tuned?),
                words: ->(entry) { entry.configuration.name })
        end

        def columns(choice, why)
          [rich("configuration") { |entry| link(entry.configuration.name, Slug.client(entry.configuration.client)) },
           words("frontier") { |entry| choice.frontier.include?(entry) ? "yes" : "" },
           figure("time per get", ->(entry) { time(entry.cost.wall_ns, entry.cost.interval) },
                  how: ->(entry) { Results.command(entry.cost) }) { |entry| entry.cost.wall_ns },
           figure("× socket", ->(entry) { ratio(entry.cost) }) { |entry| entry.cost.ratio },
           number("GC", Figures.method(:percent)) { |entry| entry.cost.row["gc_share"] },
           *outcome_columns, (words("why") { |entry| why(entry.configuration) } if why),
           words("runtime and server") { |entry| place(entry.cost) }, rich("measured") { |entry| measured(entry.cost) },
           rich("notes") { |entry| notes(row(entry.cost, why), *remarks(entry)) }]
        end

        def outcome_columns
          counts = { "wrong values" => :wrong, "hangs, crashes" => :stuck, "failures" => :failed }.map do |heading, name|
            number(heading, ->(count) { count&.to_s || "not checked" }) { |entry| entry.examination&.public_send(name) }
          end
          passed = ->(entry) { entry.examination&.then { |exam| "#{exam.passed} of #{exam.tried}" } || "not checked" }
          [*counts, figure("passed", passed) { |entry| entry.examination&.passed }]
        end

        def place(cost)
          away = cost.result.folder unless cost.result.folder == survey.home.folder
          [cost.place, *away].join(", on ")
        end

        # The reason for options has its own column.
        def row(cost, why)
          why ? { **cost.row, "footnotes" => cost.row["footnotes"].to_a - [cost.configuration.note] } : cost.row
        end

        # The catalogue's warning, where the check was, and which bad outcomes do not count, and why.
        def remarks(entry)
          warning = @contents.warnings[entry.configuration.client]
          exam = entry.examination or return [*warning]
          warned, excused = exam.warned.size, exam.excused
          elsewhere = exam.configuration.place unless exam.configuration.place == entry.configuration.place
          [warning, ("its check was on #{elsewhere}" if elsewhere),
           ("#{Figures.counted(warned, "more bad outcome")} of uses that its documentation warns against" if warned.positive?),
           ("#{Figures.counted(excused, "case")} that its own documentation excuses" if excused.positive?)].compact
        end

        # Each option with its default, and the reason.
        def why(configuration)
          options = configuration.departures.map { |name, (value, default)| "#{name}=#{value} (default #{default || "none"})" }
          [options.join(", "), configuration.note].compact.join(": ")
        end

        # All answers of a question are of one method.
        def question(question)
          first, *others = question.answers
          elsewhere = others.select(&:decided?).map { |answer| "On #{answer.result.folder}: #{answer}" }
          method = Results.method_of(question.result)&.then { |words| " (#{words})" }
          lines(link(question.step.question, question.path), "#{first}#{method}", *elsewhere)
        end

        def client_columns
          costs = survey.costs.select(&:ok?).group_by { |cost| cost.configuration.client }
          costs.default = []
          [rich("client") { |client| link(client, Slug.client(client)) },
           words("newest release measured") { |client| costs[client].map(&:configuration).max_by(&:age)&.version.to_s },
           number("rows with a time") { |client| costs[client].size }]
        end
      end
    end
  end
end
