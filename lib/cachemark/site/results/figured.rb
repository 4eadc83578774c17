# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # A result on a page: a table and a chart of its figures, by the kind of its record.
      class Figured
        include Words

        # `panels` are those of the chart of a run: the scenarios, each with its mode, that share one. Without any, each scenario
        # has its own.
        #: (Cachemark::Results::Result, Array[Array[[String, String]]]) -> Figured
        def self.of(result, panels)
          { "compare" => Verdicts, "outage" => Outages, "check" => Cases }.fetch(result.command, Costs).new(result, panels)
        end

        #: (Cachemark::Results::Result, Array[Array[[String, String]]]) -> void
        def initialize(result, panels)
          @result = result
          @panels = panels
          @known = result.configurations
        end

        #: () -> Report::Table
        def figures = table("figures-grid", *grid)

        private

        # The name of a contender, with its runtime and server if others have the same name.
        def name(id)
          configuration = @known[id] or return id
          same = @known.values.select { |one| one.name == configuration.name }
          same.map(&:place).uniq.one? ? configuration.name : "#{configuration.name} (#{configuration.place})"
        end

        # A scenario with its mode.
        def scenario(row) = [row["scenario"], (row["mode"] unless row["mode"] == "sync")].compact.join(" ")

        # A column of contenders; the block returns the id of one.
        def clients(heading = "configuration")
          rich(heading) do |row|
            id = yield(row)
            own = @known[id]
            own.nil? || Vocabulary::References.include?(own.client) ? id : link(name(id), Slug.client(own.client))
          end
        end

        def drawn(id, title, words, points, **more)
          chart(:estimates, id: id, title: title, words: words, points: points, **more)
        end
      end

      # The kinds.
      class Figured
        # The changes of a comparison.
        class Verdicts < Figured
          WORDS = "Right is slower. The line is the interval of the change."
          private_constant :WORDS

          #: () -> Report::Part::Chart
          def estimates
            points = @result.verdicts.select { |one| one["effect"] && one["metric"] == "wall" }.map do |one|
              names = [one["contender"], one["baseline"]].map { |id| name(id) }
              text = "#{names.join(" against ")}, #{scenario(one)}: #{Figures.change(one["effect"], one["interval"])}"
              # An interval may be open.
              dot(one["effect"], one["interval"], group: "all", name: "#{names.first}, #{scenario(one)}", text: text) do |share|
                share && (share * 100).round(3)
              end
            end
            drawn("changes", titled("Change of the time per call", @result), WORDS, points, **CHANGES)
          end

          private

          def grid
            verdict = ->(one) { one["verdict"] }
            [titled("Change of the time per call against the baseline", @result), @result.verdicts, [
              words("scenario") { |one| scenario(one) }, words("metric") { |one| one["metric"] },
              clients { |one| one["contender"] }, clients("baseline") { |one| one["baseline"] },
              words("verdict", tone: verdict) { |one| Figures.verdict(one["verdict"]) },
              figure("change", ->(one) { Figures.change(one["effect"], one["interval"]) }) { |one| one["effect"] },
              figure("smallest detectable change",
                     ->(one) { Figures.detectable(*one.values_at("resolution", "verdict")) }) { |one| one["resolution"] },
              words("time per call") { |one| Figures.costs(one["costs"], unit: one["unit"] || "ns") },
              number("pairs of processes") { |one| one["pairs"] }, rich("notes") { |one| notes(one) }
            ]]
          end
        end

        # The costs of a run.
        class Costs < Figured
          #: () -> Report::Part::Chart?
          def estimates
            measured = panels.transform_values { |own| own.select { |row| row["wall_ns"] } }
            times = measured.values.flatten.map { |row| row["wall_ns"] }
            return if times.empty?

            size, unit = Report::HTML::Charts.unit(times)
            points = measured.flat_map { |group, own| own.map { |row| point(row, size, group) } }
            drawn("costs", titled("Time per call", @result), "Lower is better.", points, axis: "#{unit} per call")
          end

          private

          def grid
            [titled("Time per call", @result), rows, [
              words("scenario") { |row| scenario(row) }, clients { |row| row["contender"] },
              figure("time per call", ->(row) { cost(row) }) { |row| row["wall_ns"] },
              figure("× socket", ->(row) { Figures.ratio(*row.values_at("socket_ratio", "socket_ratio_interval")) }) do |row|
                row["socket_ratio"]
              end,
              rich("notes") { |row| notes(row) }
            ]]
          end

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
            whole = "#{name(row["contender"])}, #{scenario(row)}"
            dot(row["wall_ns"], row["interval"], group: group, text: "#{whole}: #{cost(row)}",
                                                 name: group == scenario(row) ? name(row["contender"]) : whole) do |ns|
              (ns / size).round(3)
            end
          end

          def rows = @result.rows.select { |row| row["scenario"] && !null?(row) }
          def null?(row) = Vocabulary::References.null?(@known[row["contender"]]&.client.to_s)
          def cost(row) = row["wall_ns"] ? time(row["wall_ns"], row["interval"]) : row["status"].to_s
        end

        # The lost calls of each run, and its recovery.
        class Outages < Figured
          # Of lost calls, because not every run has a recovery.
          #: () -> Report::Part::Chart
          def estimates
            points = runs.select { |_, run| run["calls"].to_i.positive? }.map { |row, run| point(name(row["contender"]), run) }
            drawn("lost", "Lost calls", "Each dot is a run. Lower is better.", points, axis: "% of calls lost")
          end

          private

          def grid
            ["Runs of each client", runs,
             [clients { |row, _| row["contender"] }, *outage_columns, rich("notes") { |row, _| notes(row) }]]
          end

          def runs = @result.rows.flat_map { |row| row["runs"].to_a.map { |run| [row, run] } }

          def point(name, run)
            text = "#{name}, run #{run["number"] + 1}: #{Figures.count(run["lost"])} lost, recovery: #{recovery(run)}"
            dot((run["lost"].to_i * 100.0 / run["calls"]).round(3), nil, group: "all", name: name, text: text)
          end
        end

        # The bad cases of a check.
        class Cases < Figured
          # The number of each outcome.
          #: () -> Report::Part::Chart
          def estimates
            points = bad.map { |one| one["outcome"] }.uniq.product(@result.contenders.keys).map do |word, id|
              count = bad.count { |one| one.values_at("contender", "outcome") == [id, word] }
              dot(count, nil, group: word, name: name(id), text: "#{name(id)}: #{count} #{word}")
            end
            drawn("outcomes", "Bad outcomes", "Lower is better.", points, axis: "cases")
          end

          private

          def grid
            columns = case_columns(@result) { |one| @known.fetch(one["contender"]) }
            ["Bad outcomes", bad, [clients { |one| one["contender"] }, *columns]]
          end

          def bad = @result.cases.select { |one| Vocabulary::Outcomes.bad?(one["outcome"]) }
        end
      end
    end
  end
end
