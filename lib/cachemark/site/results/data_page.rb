# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Every result with its record if there is a copy, the machines, and how far campaigns and machines agree.
      class DataPage < Page
        # The number of the largest differences that are named.
        LARGEST = 20
        RESULTS = "Each result is a JSON file: the summary of a record."
        COPIES = "The last column has the copies of records. cachemark show FILE.jsonl.gz prints any report of one. " \
                 "A copy omits names of the machine, calls of passed cases, and timings that no figure uses."
        WITHOUT = "Without the copy of its record, a result can be measured again, but not computed again."
        PLACEMENTS = "one-core: client and server share a core. two-core: each has its own."
        private_constant :LARGEST, :RESULTS, :COPIES, :WITHOUT, :PLACEMENTS

        private

        def title = "Data"
        def lead = [RESULTS, *(COPIES if records.any?), *(WITHOUT if records.size < survey.results.size)].join(" ")
        def records = @contents.records

        def parts
          machines = [words("folder", &:folder), words("machine", &:description),
                      words("kernel") { |machine| machine.facts["kernel"].to_s },
                      number("results") { |machine| machine.results.size }]
          [text(PLACEMENTS), section("agreement", "Agreement", *agreements),
           section("machines", "Machines", table("machines-grid", "Every machine with a result", survey.machines, machines)),
           section("results", "Results",
                   table("results-grid", "The newest first", survey.results.reverse, columns, anchor: :name.to_proc,
                         words: ->(result) { [result.command, *result.argv, *result.answer].join(" ") }))]
        end

        def columns
          busy = ->(result) { result.campaign&.fetch("busy_percent", nil) }
          [rich("begun (UTC)") { |result| link(result.started_at.tr("TZ", " ").strip, Results.data(result)) },
           words("answer") { |result| result.answer.join(" ") },
           words("command", code: true) { |result| CommandLine.of(result.argv) },
           words("campaign") { |result| result.campaign ? result.campaign.values_at("id", "begun", "step").join(" ") : "" },
           words("machine", &:folder), words("placement") { |result| result.facts["placement"].to_s },
           words("method") { |result| result.time_method.to_s },
           %w[before after].map { |word| number("load average #{word}") { |result| result.machine["load_#{word}"] } },
           figure("CPU used by others before", ->(result) { busy.call(result)&.then { |percent| "#{percent} %" } }, &busy),
           number("steal time", Figures.method(:percent)) { |result| result.machine["steal_percent"]&.fdiv(100) },
           rich("notes") { |result| notes({}, *result.facts["notes"]) },
           words("Cachemark") { |result| result.facts["cachemark"] },
           (rich("record") { |result| record(result) } if records.any?)]
        end

        def record(result)
          path = records[result.name] or return ""
          link("#{(result.facts["record"]["bytes"] / 1e6).round(1)} MB unpacked", path, label: "record of #{result.name}")
        end

        # Each campaign against the one before on its machine, and each machine against the home machine.
        def agreements
          home = survey.home
          machines = survey.machines.drop(1).map { |machine| [home.folder, home.results, machine.folder, machine.results] }
          [*campaigns, *machines].flat_map do |before, mine, after, theirs|
            agreement("#{before} and #{after}", Cachemark::Results::Agreement.between(mine, theirs))
          end
        end

        def campaigns
          survey.machines.flat_map do |machine|
            known = machine.results.select(&:campaign).group_by { |result| result.campaign.values_at("id", "begun") }
            known.keys.sort.group_by(&:first).values.flat_map { |names| names.each_cons(2).to_a }.map do |before, after|
              [before, after].flat_map { |name| [label(machine, name, known[name]), known[name]] }
            end
          end
        end

        # Figures of two methods have nothing in common.
        def label(machine, (id, begun), results)
          methods = results.filter_map { |result| Results.method_of(result) }.uniq
          "#{id} of #{begun} on #{[machine.folder, *methods.map { |method| "(#{method})" }].join(" ")}"
        end

        def agreement(names, found)
          words = "#{names}: #{Figures.counted(found.ratios.size, "common figure")} of × socket"
          differ = ", which differ by #{Figures.percent(found.median)} in the median and #{Figures.percent(found.worst)} at most"
          [text("#{words}#{differ if found.median}."), *ratios(found), *comparisons(found), *checks(found)]
        end

        def ratios(found)
          items = found.ratios.sort_by { |_, _, change| -change.abs }.first(LARGEST).map do |before, after, change|
            ratios = [before, after].map { |cost| Figures.number(cost.ratio) }.join(" and ")
            "#{before.configuration.name}, #{before.scenario}: #{ratios} (#{Figures.change(change)}), on " \
              "#{before.configuration.place}"
          end
          items.empty? ? [] : [fold("The largest differences", list(items))]
        end

        def comparisons(found)
          return [] if found.changes.empty?

          words = "#{Figures.counted(found.changes.size, "common comparison")}, #{found.confirmed} with the same verdict."
          far = found.distances
          spread = [Stats::Median.of(far), far.max].map { |share| format("%.1f percentage points", share * 100) } if far.any?
          words += " Their changes differ by #{spread[0]} in the median and #{spread[1]} at most." if spread
          [text(words), fold("All comparisons", list(found.changes.map { |change| comparison(*change) }))]
        end

        def comparison(contender, baseline, *changes)
          found = changes.map do |change|
            [change.verdict, change.share && Figures.change(change.share, change.interval)].compact.join(" ")
          end
          names = [contender, baseline].map(&:name)
          names = names.zip([contender, baseline].map(&:place)).map { |pair| pair.join(" on ") } if names.uniq.one?
          "#{names.join(" against ")} in #{changes.first.scenario}: #{found.join(" and ")}"
        end

        def checks(found)
          return [] if found.checked.zero?

          same = found.outcomes.empty? ? "the same outcomes" : Figures.counted(found.outcomes.size, "different outcome")
          words = ["#{Figures.counted(found.checked, "configuration")} checked in both: #{same}."]
          lone = found.lone.size
          words << "#{Figures.counted(lone, "case")} could be tried in only one of them." if lone.positive?
          [text(words.join(" ")), differing(found.outcomes),
           (fold("Cases tried in one", differing(found.lone)) if lone.positive?)]
        end

        def differing(outcomes)
          list(outcomes.map do |configuration, name, *both|
            "#{configuration.name}, #{name}: #{both.map { |outcome| outcome || "PASS" }.join(" and ")}"
          end)
        end
      end
    end
  end
end
