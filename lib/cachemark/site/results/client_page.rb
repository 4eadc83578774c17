# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # One client: what it costs, what it sends, which of its options take effect, and what it does when something breaks.
      class ClientPage
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
          def runs = facts["runs"].to_a
        end
        private_constant :Row

        #: (Contents, String) -> void
        def initialize(contents, client)
          @contents = contents
          @survey = contents.survey
          @client = client
          @costs = @survey.costs.select { |cost| cost.configuration.client == client }
          @examinations = @survey.examinations.select { |one| one.configuration.client == client }
                                 .sort_by { |one| [one.configuration.age, one.result.started_at] }
        end

        #: () -> String
        def to_s
          costs = [times, Parameters.new(@costs).section, releases]
          Results.page(@contents, title: @client, root: "../", lead: lead,
                       sections: [*costs, counts, traffic, options, faults, outages, comparisons, links])
        end

        private

        def lead
          known = @contents.summaries[@client]
          about = "#{known.sub(/\A./, &:upcase)}." if known
          sentences = [about, summary, (outcome(usual) if usual), where].compact
          sentences.map { |sentence| HTML.paragraph(sentence, css: "lead") }.join("\n")
        end

        def summary
          able = @costs.select(&:ok?)
          return if able.empty?

          newest = able.map(&:configuration).max_by(&:age)
          get = gets.find { |cost| cost.configuration.version == newest.version }
          took = get && ": a get takes #{Charts.time(get.wall_ns, get.interval)} on #{Results.titled(get.place, get)}"
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

        # The newest check of the client as it ships; of another configuration without one.
        def usual = @examinations.select { |exam| exam.configuration.plain? }.last || @examinations.last

        def where = "All figures are from #{@survey.home_of(@client).title}, unless a table says otherwise."

        def outcome(exam)
          lacking = exam.outcomes.values.sum - exam.tried
          ["#{exam.configuration.name} was tried in #{Figures.counted(exam.tried, "case")} of cachemark check: " \
             "#{Figures.count(exam.passed)} passed.", problems(exam), *uncounted(exam),
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

        # The other cases: bad outcomes that do not count, and faults that cannot happen.
        def uncounted(exam)
          warned, spared = exam.discounted.size, exam.spared
          [("#{Figures.counted(warned, "bad outcome")} in uses that its documentation warns against " \
              "#{warned == 1 ? "is" : "are"} not counted." if warned.positive?),
           ("In #{spared}, the fault cannot happen to it." if spared.positive?)].compact
        end

        def times
          return if @costs.empty?

          body = [ratios&.figure, *of_each_method.each_with_index.map { |own, at| grid(own, at) }].compact.join("\n")
          HTML::Section.new(id: "time", heading: "Time", body: body, charts: [ratios].compact)
        end

        # A table of each method, the newest first. It has what no later method has measured.
        def of_each_method
          seen = []
          @costs.group_by(&:time_method).sort.reverse.filter_map do |_, own|
            left = own.reject { |cost| seen.include?(cost.key) }
            seen += own.map(&:key)
            left if left.any?
          end
        end

        def grid(costs, place)
          words = ->(cost) { "#{cost.configuration.name} #{cost.scenario} #{cost.place}" }
          folder = costs.first.result.folder
          away = " on #{folder}" unless folder == @survey.home_of(@client).folder
          caption = Results.titled("Time per call#{away}: the newest figure of each configuration", costs.first)
          HTML::Grid.new(id: ["costs-grid", *place.nonzero?].join("-"), columns: cost_columns, caption: caption,
                         rows: sorted(costs), words: words)
        end

        def sorted(costs)
          costs.sort_by { |cost| [cost.scenario, cost.mode, cost.configuration.age.map(&:to_s), cost.configuration.name] }
        end

        def cost_columns
          [Tables.text("scenario") { |cost| Report::History.place_of_call(cost) },
           Tables.text("configuration") { |cost| cost.configuration.name },
           Tables.text("runtime and server", &:place),
           Tables.figure("time per call", ->(cost) { cost.ok? ? Charts.time(cost.wall_ns, cost.interval) : cost.row["status"] },
                         how: ->(cost) { cost.ok? ? Results.command(cost) : cost.row["reason"].to_s }, &:wall_ns),
           Tables.figure("× socket", ->(cost) { Figures.ratio(cost.ratio, cost.ratio_interval) }, &:ratio),
           figure("allocated objects per call", "allocations", Figures.method(:number), &:row),
           figure("GC, share of time", "gc_share", Figures.method(:percent), &:row),
           Tables.html("measured") { |cost| Results.measured(@contents, cost, root: "../") },
           Tables.html("notes") { |cost| Results.notes(cost.row) }]
        end

        # A column of a figure by its name in the facts that the block returns.
        def figure(heading, name, format)
          value = ->(row) { yield(row)[name] }
          Tables.figure(heading, ->(row) { format.call(value.call(row)) }, &value)
        end

        # × socket of each configuration in each scenario without parameters.
        def ratios
          @ratios ||= begin
            known = @costs.select { |cost| cost.ratio && @survey.fresh?(cost.result) && !cost.scenario.include?(",") }
            shown = sorted(Cachemark::Results::Cost.of_one_method(known, &:key))
            shown = [] if shown.map(&:configuration).uniq.size < 2
            Charts.figures("ratios", shown.map { |cost| point(cost) }, axis: "× socket", mark: 1, words: RATIOS,
                                                                       title: Results.titled("× socket", shown.first))
          end
        end

        def point(cost)
          at, low, high = around(cost).map { |ratio| ratio.round(4) }
          name = "#{cost.configuration.name}\n#{cost.place}"
          { group: cost.scenario, name: name, at: at, low: low, high: high,
            text: "#{name.tr("\n", " ")}, #{cost.scenario}: #{Figures.ratio(cost.ratio, cost.ratio_interval)}" }
        end

        # × socket with its interval.
        def around(cost) = [cost.ratio, *(cost.ratio_interval || [cost.ratio] * 2)]

        # Releases in the order of their versions.
        def releases
          chart = over_releases
          axes = @survey.about(@client, "check").flat_map { |result| axes_of(result) }.uniq { |axis| axis["name"] }
          return if chart.nil? && axes.empty?

          HTML::Section.new(id: "releases", heading: "Releases", body: [chart&.figure, *axes.map { |one| axis(one) }].join,
                            charts: [chart].compact)
        end

        # Those of this client, of a check that can be trusted.
        def axes_of(result)
          word = Vocabulary::Language.short_name(@client)
          result.facts["trusted"] ? result.facts["axis"].to_a.select { |axis|
 axis["name"].match?(/\A#{Regexp.escape(word)}[@,]/) } : []
        end

        # nil with fewer than two releases by one method on the same runtime and server: those on which the most were measured.
        def over_releases
          places = gets.select(&:ratio).group_by { |cost| [cost.place, cost.time_method] }
          (place,), costs = places.transform_values { |own| own.uniq { |cost| cost.configuration.version } }
                                  .max_by { |(_, number), own| [own.size, number, own.first.result.begun] }
          return if costs.nil?

          points = costs.reverse.map { |cost| release(cost) }
          Chart.over_releases("releases", points, versions: points.map { |point| point[:version] }, axis: "× socket",
                                                  title: Results.titled("× socket of a get over releases", costs.first),
                                                  words: "All releases on #{place}. Lower is better.")
        end

        def release(cost)
          value, low, high = around(cost)
          { group: SCENARIO, version: cost.configuration.version, value: value, low: low, high: high,
            text: "#{cost.configuration.name}: #{Figures.ratio(cost.ratio, cost.ratio_interval)}\n#{cost.place}" }
        end

        def axis(axis)
          changes = axis["cases"].flat_map { |row| row["changes"].map { |change| [row["case"], change] } }
          items = changes.map do |name, change|
            HTML.text("#{change["to"]} #{change["word"]} #{name}: #{change["was"]} before, #{change["now"]} since")
          end
          "#{HTML.paragraph("Outcomes of check over #{axis["name"]}:")}\n#{HTML.list(items)}"
        end

        # Rows of traffic or costs with exact counts.
        def counts
          rows = rows_of("work", "run") { |row| row.counts.any? }
          columns = rows.flat_map { |row| row.counts.keys }.uniq.map do |metric|
            value = ->(row) { row.counts.dig(metric, "value") }
            Tables.figure(metric.tr("_", " "), ->(row) { Results.count(value.call(row)) }, &value)
          end
          section("counts", "Exact counts", "Counts per call, in processes that are not timed", rows, columns)
        end

        def traffic
          columns = [Tables.text("commands") { |row| commands(row) },
                     figure("round trips", "round_trips", Results.method(:count), &:facts),
                     figure("bytes out", "bytes_out", Results.method(:count), &:facts),
                     figure("bytes in", "bytes_in", Results.method(:count), &:facts),
                     Tables.html("notes") { |row| Results.notes(row.facts) }]
          rows = rows_of("work") { |row| row.facts["commands"].to_a.any? }
          section("traffic", "What it sends", "One iteration, as a proxy saw it", rows, columns)
        end

        def commands(row) = row.facts["commands"].map { |one| "#{Results.count(one["count"])} #{one["name"]}" }.join(", ")

        def options
          rows = rows_of("work --options") { true }
          columns = [Tables.text("option") { |row| "#{row.facts["option"]}=#{row.facts["value"]}" },
                     Tables.text("conditions") { |row| conditions(row.facts) },
                     Tables.text("default") { |row| row.facts["default"].to_s },
                     Tables.text("what changes") { |row| effect(row.facts) }, measured]
          table("options", "Options, and what they change", OPTIONS, rows, columns)
        end

        # Some options act only with several servers, or in one mode.
        def conditions(facts)
          servers = facts["servers"].to_i
          [("with #{servers} servers" if servers > 1), (facts["mode"] unless facts["mode"].to_s == "sync")].compact.join(", ")
        end

        def effect(facts)
          return facts["status"] unless facts["status"] == "changes"

          facts["effects"].to_a.map { |one| [one["kind"], one["what"]].compact.join(" ") }.uniq.first(MOST_EFFECTS).join("; ")
        end

        # The newest row about each subject, of those for which the block is true.
        def rows_of(*commands, &)
          results = commands.flat_map { |command| @survey.about(@client, command) }
          results.flat_map { |result| own_rows(result) }.select(&).uniq(&:subject)
        end

        def own_rows(result)
          result.rows.filter_map do |facts|
            configuration = result.configurations[facts["contender"]]
            next unless configuration && configuration.client == @client

            Row.new(configuration: configuration, facts: facts, result: result)
          end
        end

        def faults
          return if @examinations.empty?

          HTML::Section.new(id: "faults", heading: "When something breaks",
                            body: @examinations.reverse.map { |exam| examined(exam) }.join("\n"))
        end

        def examined(exam)
          head = "<h3>#{HTML.text(exam.configuration.name)}</h3>\n" \
                 "#{HTML.paragraph("#{outcome(exam)} #{exam.configuration.place}.")}" \
                 "<p>#{Results.origin(exam.result, root: "../")}</p>"
          [head, cases(exam, "faults", "Bad outcomes", exam.bad_cases), warned(exam)].compact.join("\n")
        end

        def warned(exam)
          grid = cases(exam, "warned", "Cases in such uses", exam.warned)
          "<h4>Uses that its documentation warns against</h4>\n#{grid}" if grid
        end

        # nil without rows.
        def cases(exam, kind, caption, rows)
          return if rows.empty?

          HTML::Grid.new(id: "#{kind}-#{exam.result.id}-#{Addresses::Slug.of(exam.configuration.notation)}", rows: rows,
                         caption: "#{caption} of #{exam.configuration.name} on #{exam.configuration.place}",
                         columns: Parts.case_columns(exam.result) { exam.configuration }).to_s
        end

        def outages
          result = @survey.about(@client, "outage").first or return
          runs = own_rows(result).flat_map { |row| row.runs.map { |run| [row, run] } }
          columns = [Tables.text("configuration") { |row, _| row.configuration.name },
                     *Parts::Outages.columns, Tables.html("measured") { |row, _| Results.origin(row.result, root: "../") }]
          grid = HTML::Grid.new(id: "outage-runs", columns: columns, rows: runs,
                                caption: "Calls lost, and time from the incident until calls succeed again")
          HTML::Section.new(id: "outage", heading: Answer::Outage.new(result).heading,
                            body: "#{grid}\n<p>#{HTML.code(command(result))}</p>")
        end

        def comparisons
          results = %w[compare find].flat_map { |command| @survey.about(@client, command) }
          methods = results.group_by { |result| Results.method_of(result) }.sort_by { |label, _| label.to_s }
          body = methods.map do |label, own|
            items = own.map do |result|
              "#{sentences(result)} #{Results.origin(result, root: "../")}<br>#{HTML.code(command(result))}"
            end
            ["<h3>By #{label}</h3>\n", HTML.list(items)].drop(label ? 0 : 1).join
          end
          HTML::Section.new(id: "comparisons", heading: "Comparisons", body: body.join("\n")) if results.any?
        end

        # A list if a search found several changes.
        def sentences(result)
          all = Answer.new(result).sentences.map { |one| HTML.text(one) }
          all.one? ? all.first : HTML.list(all)
        end

        # With the versions that were measured.
        def command(result) = CommandLine.of(Cachemark::Results::ExactCommand.of(result))

        def links
          homepage = [*@costs, *@examinations].filter_map { |one| one.configuration.homepage }.first
          items = [(HTML.link("its project and maintainers", homepage) if homepage),
                   "Correct this page: #{HTML.link("how to dispute a figure", "../rules.html#dispute")}",
                   (HTML.link("the client's file in the catalogue", source) if source)].compact
          HTML::Section.new(id: "links", heading: "Links", body: HTML.list(items))
        end

        # The file from which the client's versions and options come.
        def source = @contents.repository && "#{@contents.repository}/blob/main/catalog/clients/#{@client.split("/").last}.yml"

        # A table of rows in scenarios, with these columns.
        def section(id, heading, caption, rows, columns)
          scenario = Tables.text("scenario") { |row| row.facts["scenario"] }
          configuration = Tables.text("configuration") { |row| "#{row.configuration.name} (#{row.configuration.place})" }
          table(id, heading, caption, rows, [scenario, configuration, *columns, measured])
        end

        # nil without rows.
        def table(id, heading, caption, rows, columns)
          return if rows.empty?

          grid = HTML::Grid.new(id: "#{id}-rows", caption: caption, columns: columns, rows: rows)
          HTML::Section.new(id: id, heading: heading, body: grid.to_s)
        end

        def measured = Tables.html("measured") { |row| Results.origin(row.result, root: "../") }
      end
    end
  end
end
