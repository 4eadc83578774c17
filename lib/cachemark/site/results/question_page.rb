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
        CHANGED = "Right is slower. The line is the interval of the change."
        private_constant :COMPARED, :TIMED, :ONE_RUN, :DIFFERENCES, :CHANGED

        private

        def prepare(question)
          @step = question.step
          @answer, *@others = question.answers
          @result = question.result
          @known = @result.configurations
        end

        def title = @step.question
        def lead = @answer.to_s

        def parts
          chart, table = figured
          elsewhere = @others.map { |answer| ["#{machine(answer.result)}: #{answer} ", origin(answer.result)] }
          [(text(@step.about) if @step.about), section("chart", "In one chart", chart),
           section("repeat", "Measure it yourself", Part::Facts.new(facts: repeat), list(@result.facts["notes"])),
           section("figures", "The figures", caution, table, differences),
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

          columns = [words("scenario", &:scenario), words("what") { |change| @answer.sides(change).first },
                     words("against") { |change| @answer.sides(change).last },
                     words("verdict", tone: :verdict.to_proc) { |change| Figures.verdict(change.verdict) },
                     figure("change", ->(change) { Figures.change(change.share, change.interval) }, &:share)]
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
          known = @known.slice(*@result.present).values
          clients = known.reject { |configuration| Vocabulary::References.include?(configuration.client) }
          clients.map { |client| "#{client.name} (#{client.place})" }.uniq.join("; ")
        end

        def machine(result) = survey.machines.find { |machine| machine.folder == result.folder }.title

        # [chart, table] of the figures of the result, by the kind of its record.
        def figured
          case @result.command
          when "compare" then [changes, verdicts]
          when "outage" then [lost_calls, outages]
          when "check" then [outcome_counts, bad_cases]
          else [times, costs]
          end
        end

        def estimates(id, title, words, points, **more)
          chart(:estimates, id: id, title: title, words: words, points: points, **more)
        end

        def figures(title, rows, columns) = table("figures-grid", title, rows, columns)

        # The name of a contender, with its runtime and server if others have the same name.
        def name(id)
          configuration = @known[id] or return id
          same = @known.values.select { |other| other.name == configuration.name }
          same.map(&:place).uniq.one? ? configuration.name : "#{configuration.name} (#{configuration.place})"
        end

        def scenario(row) = [row["scenario"], (row["mode"] unless row["mode"] == "sync")].compact.join(" ")

        # A column of contenders; `member` has the id of one.
        def clients(heading = "configuration", member: "contender")
          rich(heading) do |row, _|
            id = row[member]
            own = @known[id]
            own.nil? || Vocabulary::References.include?(own.client) ? id : link(name(id), Slug.client(own.client))
          end
        end

        def changes
          points = @result.verdicts.select { |verdict| verdict["effect"] && verdict["metric"] == "wall" }.map do |verdict|
            names = [verdict["contender"], verdict["baseline"]].map { |id| name(id) }
            scenario = scenario(verdict)
            text = "#{names.join(" against ")}, #{scenario}: #{Figures.change(verdict["effect"], verdict["interval"])}"
            # An interval may be open.
            dot(verdict["effect"], verdict["interval"], group: "all", name: "#{names.first}, #{scenario}", text: text) do |share|
              share && (share * 100).round(3)
            end
          end
          estimates("changes", titled("Change of the time per call", @result), CHANGED, points, **CHANGES)
        end

        def verdicts
          verdict = ->(row) { row["verdict"] }
          figures(titled("Change of the time per call against the baseline", @result), @result.verdicts, [
            words("scenario") { |row| scenario(row) }, words("metric") { |row| row["metric"] },
            clients, clients("baseline", member: "baseline"),
            words("verdict", tone: verdict) { |row| Figures.verdict(row["verdict"]) },
            figure("change", ->(row) { Figures.change(row["effect"], row["interval"]) }) { |row| row["effect"] },
            figure("smallest detectable change",
                   ->(row) { Figures.detectable(*row.values_at("resolution", "verdict")) }) { |row| row["resolution"] },
            words("time per call") { |row| Figures.costs(row["costs"], unit: row["unit"] || "ns") },
            number("pairs of processes") { |row| row["pairs"] }, rich("notes") { |row| notes(row) }
          ])
        end

        # Of the scenarios that the answer names, each with its mode; of all without any.
        def times
          measured = panels.transform_values { |own| own.select { |row| row["wall_ns"] } }
          times = measured.values.flatten.map { |row| row["wall_ns"] }
          return if times.empty?

          size, unit = Report::HTML::Charts.unit(times)
          points = measured.flat_map { |group, own| own.map { |row| time_point(row, size, group) } }
          estimates("costs", titled("Time per call", @result), "Lower is better.", points, axis: "#{unit} per call")
        end

        # {title => rows}: the scenarios that are compared share a panel.
        def panels
          return rows.group_by { |row| scenario(row) } if @answer.panels.empty?

          @answer.panels.to_h do |places|
            own = rows.select { |row| places.include?(row.values_at("scenario", "mode")) }
            [Vocabulary.list(own.map { |row| scenario(row) }.uniq), own]
          end
        end

        # A row of one of several scenarios is named with its own.
        def time_point(row, size, group)
          whole = "#{name(row["contender"])}, #{scenario(row)}"
          dot(row["wall_ns"], row["interval"], group: group, text: "#{whole}: #{cost(row)}",
                                               name: group == scenario(row) ? name(row["contender"]) : whole) do |ns|
            (ns / size).round(3)
          end
        end

        def costs
          figures(titled("Time per call", @result), rows, [
            words("scenario") { |row| scenario(row) }, clients, figure("time per call", method(:cost)) { |row| row["wall_ns"] },
            figure("× socket", ->(row) { Figures.ratio(*row.values_at("socket_ratio", "socket_ratio_interval")) }) do |row|
              row["socket_ratio"]
            end,
            rich("notes") { |row| notes(row) }
          ])
        end

        # Without the harness.
        def rows
          null = ->(row) { Vocabulary::References.null?(@known[row["contender"]]&.client.to_s) }
          @result.rows.select { |row| row["scenario"] && !null.call(row) }
        end

        def cost(row) = row["wall_ns"] ? time(row["wall_ns"], row["interval"]) : row["status"].to_s

        # Of lost calls, because not every run has a recovery.
        def lost_calls
          points = runs.select { |_, run| run["calls"].to_i.positive? }.map do |row, run|
            who = name(row["contender"])
            text = "#{who}, run #{run["number"] + 1}: #{Figures.count(run["lost"])} lost, recovery: #{recovery(run)}"
            dot((run["lost"].to_i * 100.0 / run["calls"]).round(3), nil, group: "all", name: who, text: text)
          end
          estimates("lost", "Lost calls", "Each dot is a run. Lower is better.", points, axis: "% of calls lost")
        end

        def outages
          figures("Runs of each client", runs, [clients, *outage_columns, rich("notes") { |row, _| notes(row) }])
        end

        def runs = @result.rows.flat_map { |row| row["runs"].to_a.map { |run| [row, run] } }

        def outcome_counts
          points = bad.map { |bad_case| bad_case["outcome"] }.uniq.product(@result.contenders.keys).map do |word, id|
            count = bad.count { |bad_case| bad_case.values_at("contender", "outcome") == [id, word] }
            dot(count, nil, group: word, name: name(id), text: "#{name(id)}: #{count} #{word}")
          end
          estimates("outcomes", "Bad outcomes", "Lower is better.", points, axis: "cases")
        end

        def bad_cases
          figures("Bad outcomes", bad, [clients, *case_columns(@result) { |bad_case| @known.fetch(bad_case["contender"]) }])
        end

        def bad = @result.cases.select { |fault_case| Vocabulary::Outcomes.bad?(fault_case["outcome"]) }
      end
    end
  end
end
