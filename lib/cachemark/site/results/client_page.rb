# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # One client: what it costs, what it sends, which of its options take effect, and what it does when something breaks.
      class ClientPage < Page
        # The scenario in which releases are compared.
        SCENARIO = "client/get"
        # Changes of an option that a cell names.
        MOST_EFFECTS = 4
        RATIOS = "Time relative to the least code in the same language that does the same work on a raw socket, which is 1. " \
                 "Lower is better."
        OPTIONS = "Each option with a value next to its default, in ordinary calls without faults"
        private_constant :SCENARIO, :MOST_EFFECTS, :RATIOS, :OPTIONS

        # A row of a result with its configuration and its result.
        Row = Value.define(:configuration, :facts, :result) do
          # Rows with the same subject repeat each other.
          def subject = [configuration.key, *facts.values_at("scenario", "mode", "option", "value"), facts.key?("commands")]
          def counts = facts["counts"].to_h
        end
        private_constant :Row

        private

        def prepare(client)
          @client = client
          @costs = survey.costs.select { |cost| cost.configuration.client == client }
          @examinations = survey.examinations.select { |examination| examination.configuration.client == client }
                                .sort_by { |exam| [exam.configuration.age, exam.result.started_at] }
          # Of the client as it ships; of another configuration without one.
          @usual = @examinations.select { |exam| exam.configuration.plain? }.last || @examinations.last
        end

        def title = @client

        def lead
          about = @contents.summaries[@client]&.then { |words| "#{words.sub(/\A./, &:upcase)}." }
          [about, summary, (tried(@usual) if @usual),
           "All figures are from #{survey.home_of(@client).title}, unless a table says otherwise."]
        end

        def parts
          [section("time", "Time", ratios, *of_each_method.each_with_index.map { |own, at| times(own, at) }),
           section("parameters", "Sizes and numbers of keys", *families.map { |family| sizes(*family) }),
           section("releases", "Releases", over_releases, *axes), counts, traffic, options,
           section("faults", "When something breaks", *@examinations.reverse.flat_map { |exam| examined(exam) }),
           outages, section("comparisons", "Comparisons", *comparisons), section("links", "Links", list(links))]
        end

        def summary
          able = @costs.select(&:ok?)
          return if able.empty?

          newest = able.map(&:configuration).max_by(&:age)
          get = gets.find { |cost| cost.configuration.version == newest.version }
          took = get && ": a get takes #{time(get.wall_ns, get.interval)} on #{titled(get.place, get)}"
          versions = able.map { |cost| cost.configuration.version }.uniq
          "#{Figures.counted(able.size, "row")}, #{Figures.counted(versions.size, "release")}. The newest release is " \
            "#{newest.version}#{took}."
        end

        # The costs of a get as the client ships, the newest first. Of one configuration, the newest method is first.
        def gets
          plain = @costs.select do |cost|
            cost.ok? && cost.scenario == SCENARIO && cost.mode == "sync" && cost.configuration.plain?
          end
          plain.sort_by { |cost| [*cost.configuration.age, cost.time_method] }.reverse
        end

        # Every case: what passed, what did not, and what does not count or could not be tried.
        def tried(exam)
          lacking, warned, spared = exam.outcomes.values.sum - exam.tried, exam.discounted.size, exam.spared
          ["#{exam.configuration.name} was tried in #{Figures.counted(exam.tried, "case")} of cachemark check: " \
             "#{Figures.count(exam.passed)} passed.", problems(exam),
           ("#{Figures.counted(warned, "bad outcome")} in uses that its documentation warns against " \
              "#{warned == 1 ? "is" : "are"} not counted." if warned.positive?),
           ("In #{spared}, the fault cannot happen to it." if spared.positive?),
           ("#{lacking} more could not be tried." if lacking.positive?)].compact.join(" ")
        end

        # The cases that did not pass; nil without any.
        def problems(exam)
          article = (exam.wrong + exam.stuck).zero? ? "a" : "another"
          counts = { "a wrong value" => exam.wrong, "a hang or crash" => exam.stuck, "#{article} failure" => exam.failed }
          bad = counts.select { |_, count| count.positive? }.map.with_index do |(words, count), at|
            "#{count}#{" ended" if at.zero?} with #{words}"
          end
          remarks = "#{exam.remarks} #{exam.remarks == 1 ? "has a remark" : "have remarks"}" if exam.remarks.positive?
          return remarks && "#{remarks}." if bad.empty?

          "#{remarks ? [*bad, "and #{remarks}"].join(", ") : Vocabulary.list(bad)}."
        end

        # The costs of each method, the newest first: what no later method has measured.
        def of_each_method
          seen = []
          @costs.group_by(&:time_method).sort.reverse.filter_map do |_, own|
            left = own.reject { |cost| seen.include?(cost.key) }
            seen += own.map(&:key)
            left if left.any?
          end
        end

        def times(costs, place)
          folder = costs.first.result.folder
          away = " on #{folder}" unless folder == survey.home_of(@client).folder
          table(["costs-grid", *place.nonzero?].join("-"),
                titled("Time per call#{away}: the newest figure of each configuration", costs.first), sorted(costs), cost_columns,
                words: ->(cost) { "#{cost.configuration.name} #{cost.scenario} #{cost.place}" })
        end

        def sorted(costs)
          costs.sort_by { |cost| [cost.scenario, cost.mode, cost.configuration.age.map(&:to_s), cost.configuration.name] }
        end

        def cost_columns
          [words("scenario") { |cost| Report::History.place_of_call(cost) },
           words("configuration") { |cost| cost.configuration.name }, words("runtime and server", &:place),
           figure("time per call", ->(cost) { cost.ok? ? time(cost.wall_ns, cost.interval) : cost.row["status"] },
                  how: ->(cost) { cost.ok? ? Results.command(cost) : cost.row["reason"].to_s }, &:wall_ns),
           figure("× socket", method(:ratio), &:ratio),
           number("allocated objects per call", Figures.method(:number)) { |cost| cost.row["allocations"] },
           number("GC, share of time", Figures.method(:percent)) { |cost| cost.row["gc_share"] },
           rich("measured") { |cost| measured(cost) }, rich("notes") { |cost| notes(cost.row) }]
        end

        # × socket of each configuration in each scenario without parameters.
        def ratios
          known = @costs.select { |cost| cost.ratio && survey.fresh?(cost.result) && !cost.scenario.include?(",") }
          shown = sorted(Cachemark::Results::Cost.of_one_method(known, &:key))
          return if shown.map(&:configuration).uniq.size < 2

          points = shown.map do |cost|
            names = [cost.configuration.name, cost.place]
            text = "#{names.join(" ")}, #{cost.scenario}: #{ratio(cost)}"
            dot(cost.ratio, cost.ratio_interval, group: cost.scenario, name: names.join("\n"), text: text) do |ratio|
              ratio.round(4)
            end
          end
          chart(:estimates, id: "ratios", title: titled("× socket", shown.first), words: RATIOS, points: points, axis: "× socket",
                            below: [Report::HTML::Charts::Spec.mark(1)])
        end

        # [scenario, parameter, {[configuration and mode, value] => cost}] of each scenario with several values of its only
        # parameter, such as the size of a value ("client/get,size=1k").
        def families
          found = @costs.select(&:ok?).group_by { |cost| cost.scenario[/\A[^,]+,[^,=]+(?==[^,]+\z)/].to_s }
          all = found.except("").sort.map do |name, measured|
            own = Cachemark::Results::Cost.of_one_method(measured) { |cost| [cost.configuration.kind, cost.mode, cost.scenario] }
            [*name.split(",", 2), own.to_h { |cost| [[[cost.configuration, cost.mode], cost.scenario[/=(.*)/, 1]], cost] }]
          end
          all.select { |_, _, costs| costs.keys.map(&:last).uniq.size > 1 }
        end

        # A row for each configuration and a column for each value, the smallest first.
        def sizes(scenario, parameter, costs)
          values = costs.keys.map(&:last).uniq.sort_by { |value| [Vocabulary::Amount.parse(value) || 0, value] }
          columns = [words("configuration") { |own, mode| [own.name, *(mode unless mode == "sync")].join(", ") },
                     words("runtime and server") { |own, _| own.place }, values.map { |value| size(value, costs) }]
          table("over-#{Slug.of("#{scenario} #{parameter}")}",
                titled("Time per call of #{scenario} by #{parameter}", costs.values.first), costs.keys.map(&:first).uniq, columns)
        end

        def size(value, costs)
          cell = ->(row) { costs[[row, value]]&.then { |cost| time(cost.wall_ns, cost.interval) }.to_s }
          figure(value, cell, how: ->(row) { costs[[row, value]]&.then { |cost| Results.command(cost) }.to_s }) do |row|
            costs[[row, value]]&.wall_ns
          end
        end

        # Releases by one method on the same runtime and server: those on which the most were measured. nil without any.
        def over_releases
          places = gets.select(&:ratio).group_by { |cost| [cost.place, cost.time_method] }
          (place,), costs = places.transform_values { |own| own.uniq { |cost| cost.configuration.version } }
                                  .max_by { |(_, number), own| [own.size, number, own.first.result.begun] }
          return if costs.nil?

          points = costs.reverse.map { |cost| release(cost) }
          chart(:releases, id: "releases", points: points, versions: points.map { |point| point[:version] }, axis: "× socket",
                           title: titled("× socket of a get over releases", costs.first),
                           words: "All releases on #{place}. Lower is better.")
        end

        def release(cost)
          dot(cost.ratio, cost.ratio_interval, group: SCENARIO, version: cost.configuration.version,
                                               text: "#{cost.configuration.name}: #{ratio(cost)}\n#{cost.place}")
        end

        # The changes of outcomes over releases of this client, of checks that can be trusted.
        def axes
          own = /\A#{Regexp.escape(Vocabulary::Language.short_name(@client))}[@,]/
          trusted = survey.about(@client, "check").select { |result| result.facts["trusted"] }
          found = trusted.flat_map { |result| result.facts["axis"].to_a }.select { |axis| axis["name"].match?(own) }
          found.uniq { |axis| axis["name"] }.flat_map do |axis|
            items = axis["cases"].flat_map { |row| row["changes"].map { |change| changed(row["case"], change) } }
            [text("Outcomes of check over #{axis["name"]}:"), list(items)]
          end
        end

        def changed(name, change) = "#{change["to"]} #{change["word"]} #{name}: #{change["was"]} before, #{change["now"]} since"

        # Rows of traffic or costs with exact counts.
        def counts
          rows = rows_of("work", "run") { |row| row.counts.any? }
          columns = rows.flat_map { |row| row.counts.keys }.uniq.map do |metric|
            number(metric.tr("_", " "), method(:count)) { |row| row.counts.dig(metric, "value") }
          end
          measured_rows("counts", "Exact counts", "Counts per call, in processes that are not timed", rows, *places, *columns)
        end

        def traffic
          commands = lambda do |row|
            row.facts["commands"].map { |command| "#{count(command["count"])} #{command["name"]}" }.join(", ")
          end
          columns = %w[round_trips bytes_out bytes_in].map do |name|
            number(name.tr("_", " "), method(:count)) { |row| row.facts[name] }
          end
          rows = rows_of("work") { |row| row.facts["commands"].to_a.any? }
          measured_rows("traffic", "What it sends", "One iteration, as a proxy saw it", rows, *places,
                        words("commands", &commands), *columns, rich("notes") { |row| notes(row.facts) })
        end

        def options
          columns = [words("option") { |row| "#{row.facts["option"]}=#{row.facts["value"]}" },
                     words("conditions") { |row| conditions(row.facts) }, words("default") { |row| row.facts["default"].to_s },
                     words("what changes") { |row| effect(row.facts) }]
          measured_rows("options", "Options, and what they change", OPTIONS, rows_of("work --options") { true }, *columns)
        end

        # Some options act only with several servers, or in one mode.
        def conditions(facts)
          servers = facts["servers"].to_i
          [("with #{servers} servers" if servers > 1), (facts["mode"] unless facts["mode"].to_s == "sync")].compact.join(", ")
        end

        def effect(facts)
          return facts["status"] unless facts["status"] == "changes"

          effects = facts["effects"].to_a.map { |effect| effect.values_at("kind", "what").compact.join(" ") }
          effects.uniq.first(MOST_EFFECTS).join("; ")
        end

        def places
          [words("scenario") { |row| row.facts["scenario"] },
           words("configuration") { |row| "#{row.configuration.name} (#{row.configuration.place})" }]
        end

        # A section with a table of rows and where each was measured; [] without rows.
        def measured_rows(id, heading, caption, rows, *columns)
          return [] if rows.empty?

          section(id, heading, table("#{id}-rows", caption, rows, [*columns, rich("measured") { |row| origin(row.result) }]))
        end

        # The newest row about each subject, of those for which the block is true.
        def rows_of(*commands, &)
          results = commands.flat_map { |command| survey.about(@client, command) }
          results.flat_map { |result| own_rows(result) }.select(&).uniq(&:subject)
        end

        def own_rows(result)
          result.rows.filter_map do |facts|
            configuration = result.configurations[facts["contender"]]
            next unless configuration && configuration.client == @client

            Row.new(configuration: configuration, facts: facts, result: result)
          end
        end

        def examined(exam)
          warned = cases(exam, "warned", "Cases in such uses", exam.warned)
          [Part::Title.new(text: exam.configuration.name), text("#{tried(exam)} #{exam.configuration.place}."),
           text(origin(exam.result)), cases(exam, "faults", "Bad outcomes", exam.bad_cases),
           (Part::Title.new(text: "Uses that its documentation warns against", level: 4) if warned), warned]
        end

        # nil without rows.
        def cases(exam, kind, caption, rows)
          table("#{kind}-#{exam.result.id}-#{Slug.of(exam.configuration.notation)}",
                "#{caption} of #{exam.configuration.name} on #{exam.configuration.place}", rows,
                case_columns(exam.result) { exam.configuration }) if rows.any?
        end

        def outages
          result = survey.about(@client, "outage").first or return []
          runs = own_rows(result).flat_map { |row| row.facts["runs"].to_a.map { |run| [row, run] } }
          columns = [words("configuration") { |row, _| row.configuration.name }, *outage_columns,
                     rich("measured") { |row, _| origin(row.result) }]
          section("outage", Answer::Outage.new(result).heading,
                  table("outage-runs", "Calls lost, and time from the incident until calls succeed again", runs, columns),
                  Part::Code.new(text: command(result)))
        end

        def comparisons
          results = %w[compare find].flat_map { |name| survey.about(@client, name) }
          methods = results.group_by { |result| Results.method_of(result) }.sort_by { |label, _| label.to_s }
          methods.flat_map do |label, own|
            items = own.map { |result| lines([sentences(result), " ", origin(result)], code(command(result))) }
            [(Part::Title.new(text: "By #{label}") if label), list(items)]
          end
        end

        # A list if a search found several changes.
        def sentences(result)
          all = Answer.new(result).sentences
          all.one? ? all.first : list(all)
        end

        def links
          homepage = [*@costs, *@examinations].filter_map { |known| known.configuration.homepage }.first
          # The file from which the client's versions and options come.
          source = @contents.repository && "#{@contents.repository}/blob/main/catalog/clients/#{@client.split("/").last}.yml"
          [(link("its project and maintainers", homepage) if homepage),
           ["Correct this page: ", link("how to dispute a figure", "rules.html#dispute")],
           (link("the client's file in the catalogue", source) if source)].compact
        end
      end
    end
  end
end
