# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # A result on a page: a table and a chart of its figures, by the kind of its record.
      module Parts
        # `panels` are those of the chart of a run: the scenarios, each with its mode, that share one. Without any, each scenario
        # has its own.
        #: (Cachemark::Results::Result, ?root: String, ?panels: Array[Array[[String, String]]]) -> Part
        def self.for(result, root: "", panels: [])
          type = { "compare" => Verdicts, "outage" => Outages, "check" => Cases }.fetch(result.command, Costs)
          type.new(result, root, panels)
        end

        # The configurations of a result, and names of its scenarios.
        class Part
          #: (Cachemark::Results::Result, String, Array[Array[[String, String]]]) -> void
          def initialize(result, root, panels)
            @result = result
            @root = root
            @panels = panels
            @known = result.configurations
          end

          private

          # The name of a contender, with its runtime and server if others have the same name.
          def name(id)
            configuration = @known[id] or return id
            same = @known.values.select { |one| one.name == configuration.name }
            same.map(&:place).uniq.one? ? configuration.name : "#{configuration.name} (#{configuration.place})"
          end

          # A scenario with its mode.
          def scenario(row) = [row["scenario"], (row["mode"] unless row["mode"] == "sync")].compact.join(" ")

          def client(id)
            configuration = @known[id]
            return HTML.text(id) if configuration.nil? || Vocabulary::References.include?(configuration.client)

            HTML.link(name(id), "#{@root}#{Results.client(configuration.client)}")
          end

          def grid(caption, columns, rows)
            HTML::Grid.new(id: "figures-grid", caption: caption, columns: columns, rows: rows).to_s
          end
        end

        # The changes of a comparison.
        class Verdicts < Part
          # HTML.
          #: () -> String
          def table
            grid(Results.titled("Change of the time per call against the baseline", @result), [
                   Tables.text("scenario") { |one| scenario(one) }, Tables.text("metric") { |one| one["metric"] },
                   Tables.html("configuration") { |one| client(one["contender"]) },
                   Tables.html("baseline") { |one| client(one["baseline"]) },
                   Tables.html("verdict") { |one| HTML.toned(Figures.verdict(one["verdict"]), one["verdict"]) },
                   Tables.figure("change", ->(one) { Figures.change(one["effect"], one["interval"]) }) { |one| one["effect"] },
                   Tables.figure("smallest detectable change",
                                 ->(one) { Figures.detectable(*one.values_at("resolution", "verdict")) }) do |one|
                     one["resolution"]
                   end,
                   Tables.text("time per call") { |one| costs(one) },
                   Tables.figure("pairs of processes", ->(one) { one["pairs"].to_s }) { |one| one["pairs"] },
                   Tables.html("notes") { |one| Results.notes(one) }
                 ], @result.verdicts)
          end

          #: () -> HTML::Chart?
          def chart
            points = @result.verdicts.select { |one| one["effect"] && one["metric"] == "wall" }.map do |one|
              value, low, high = [one["effect"], *(one["interval"] || [one["effect"]] * 2)].map { |share| percent(share) }
              { name: "#{name(one["contender"])}, #{scenario(one)}", value: value, low: low, high: high,
                text: "#{name(one["contender"])} against #{name(one["baseline"])}, #{scenario(one)}: " \
                      "#{Figures.change(one["effect"], one["interval"])}" }
            end
            Chart.differences("changes", points, title: Results.titled("Change of the time per call", @result),
                                                 words: "Right is slower. The line is the interval of the change.")
          end

          private

          # An interval may be open.
          def percent(share) = share && (share * 100).round(3)

          def costs(one) = Figures.costs(one["costs"], unit: one["unit"] || "ns")
        end

        # The costs of a run.
        class Costs < Part
          # HTML.
          #: () -> String
          def table
            grid(Results.titled("Time per call", @result), [
                   Tables.text("scenario") { |row| scenario(row) },
                   Tables.html("configuration") { |row| client(row["contender"]) },
                   Tables.figure("time per call", ->(row) { time(row) }) { |row| row["wall_ns"] },
                   Tables.figure("× socket", ->(row) { ratio(row) }) { |row| row["socket_ratio"] },
                   Tables.html("notes") { |row| Results.notes(row) }
                 ], rows)
          end

          #: () -> HTML::Chart?
          def chart
            measured = panels.transform_values { |own| own.select { |row| row["wall_ns"] } }
            times = measured.values.flatten.map { |row| row["wall_ns"] }
            return if times.empty?

            size, unit = HTML::Charts.unit(times)
            points = measured.flat_map { |group, own| own.map { |row| { group: group, **point(row, size, group) } } }
            title = Results.titled("Time per call", @result)
            Charts.figures("costs", points, axis: "#{unit} per call", title: title, words: "Lower is better.")
          end

          private

          # {title of a panel => its rows}
          def panels
            return rows.group_by { |row| scenario(row) } if @panels.empty?

            @panels.to_h do |places|
              own = rows.select { |row| places.include?(row.values_at("scenario", "mode")) }
              [Vocabulary.list(own.map { |row| scenario(row) }.uniq), own]
            end
          end

          # A row of one of several scenarios is named with its own.
          def point(row, size, group)
            at, low, high = [row["wall_ns"], *(row["interval"] || [row["wall_ns"]] * 2)].map { |ns| (ns / size).round(3) }
            whole = "#{name(row["contender"])}, #{scenario(row)}"
            { name: group == scenario(row) ? name(row["contender"]) : whole, at: at, low: low, high: high,
              text: "#{whole}: #{time(row)}" }
          end

          def rows = @result.rows.select { |row| row["scenario"] && !null?(row) }
          def null?(row) = Vocabulary::References.null?(@known[row["contender"]]&.client.to_s)
          def ratio(row) = Figures.ratio(row["socket_ratio"], row["socket_ratio_interval"])

          def time(row)
            row["wall_ns"] ? Charts.time(row["wall_ns"], row["interval"]) : row["status"].to_s
          end
        end

        # The lost calls of each run, and its recovery.
        class Outages < Part
          # HTML.
          #: () -> String
          def table
            clients = Tables.html("configuration") { |row, _| client(row["contender"]) }
            notes = Tables.html("notes") { |row, _| Results.notes(row) }
            grid("Runs of each client", [clients, *Outages.columns, notes], runs)
          end

          # The columns of a run. A row is a pair: the contender's, and the run's.
          #: () -> Array[Report::Column]
          def self.columns
            [Tables.text("run") { |_, run| number(run) },
             Tables.figure("calls", ->((_, run)) { Figures.count(run["calls"]) }) { |_, run| run["calls"] },
             Tables.figure("lost", ->((_, run)) { Figures.count(run["lost"]) }) { |_, run| run["lost"] },
             Tables.figure("recovery", ->((_, run)) { recovery(run) }) { |_, run| run["recovery_ns"] }]
          end

          # The number of a run, from 1.
          #: (Hash) -> String
          def self.number(run) = (run["number"] + 1).to_s

          # How long a run took until calls succeeded again.
          #: (Hash) -> String
          def self.recovery(run) = run["recovery_ns"] ? Figures.time(run["recovery_ns"]) : "none before the end"

          # Of lost calls, because not every run has a recovery.
          #: () -> HTML::Chart?
          def chart
            points = runs.select { |_, run| run["calls"].to_i.positive? }.map { |row, run| point(name(row["contender"]), run) }
            Charts.figures("lost", points, axis: "% of calls lost", title: "Lost calls",
                                           words: "Each dot is a run. Lower is better.")
          end

          private

          def runs = @result.rows.flat_map { |row| row["runs"].to_a.map { |run| [row, run] } }

          def point(name, run)
            at = (run["lost"].to_i * 100.0 / run["calls"]).round(3)
            text = "#{name}, run #{Outages.number(run)}: #{Figures.count(run["lost"])} lost, recovery: #{Outages.recovery(run)}"
            { group: "all", name: name, at: at, low: at, high: at, text: text }
          end
        end

        # The bad cases of a check.
        class Cases < Part
          # HTML.
          #: () -> String
          def table
            columns = Parts.case_columns(@result) { |one| @known.fetch(one["contender"]) }
            grid("Bad outcomes", [Tables.html("configuration") { |one| client(one["contender"]) }, *columns], bad)
          end

          # The number of each outcome.
          #: () -> HTML::Chart?
          def chart
            outcomes = bad.map { |one| one["outcome"] }.uniq
            points = outcomes.product(@result.contenders.keys).map { |word, id| point(id, word) }
            Charts.figures("outcomes", points, axis: "cases", title: "Bad outcomes", words: "Lower is better.")
          end

          private

          def point(id, word)
            count = bad.count { |one| one.values_at("contender", "outcome") == [id, word] }
            { group: word, name: name(id), at: count, low: count, high: count, text: "#{name(id)}: #{count} #{word}" }
          end

          def bad = @result.cases.select { |one| Vocabulary::Outcomes.bad?(one["outcome"]) }
        end

        # The columns of bad cases. The block returns the configuration of one.
        #: (Cachemark::Results::Result) { (Hash) -> Cachemark::Results::Configuration } -> Array[Report::Column]
        def self.case_columns(result)
          [Tables.text("case") { |one| one["case"] },
           Tables.html("outcome") { |one| HTML.toned(one["outcome"], one["outcome"]) },
           Tables.text("what happened") { |one| one["reason"].to_s },
           Tables.text("trials with this outcome") { |one| "#{one["times"]} of #{one["n"]}" },
           Report::Column.words("command", code: true) { |one| Results.replay(result, yield(one), one) }]
        end
      end
    end
  end
end
