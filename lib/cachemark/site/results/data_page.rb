# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # Every result with its record if there is a copy, the machines, and how far campaigns and machines agree.
      class DataPage
        # The number of the largest differences that are named.
        LARGEST = 20
        RESULTS = "Each result is a JSON file: the summary of a record."
        COPIES = "The last column has the copies of records. cachemark show FILE.jsonl.gz prints any report of one. " \
                 "A copy omits names of the machine, calls of passed cases, and timings that no figure uses."
        WITHOUT = "Without the copy of its record, a result can be measured again, but not computed again."
        PLACEMENTS = "one-core: client and server share a core. two-core: each has its own."
        private_constant :LARGEST, :RESULTS, :COPIES, :WITHOUT, :PLACEMENTS

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @survey = contents.survey
        end

        #: () -> String
        def to_s
          Results.page(@contents, title: "Data", lead: lead, sections: [agreements, machines, results])
        end

        private

        def lead
          evidence = [RESULTS, *(COPIES if records.any?), *(WITHOUT if records.size < @survey.results.size)].join(" ")
          [HTML.paragraph(evidence, css: "lead"), HTML.paragraph(PLACEMENTS)].join("\n")
        end

        def records = @contents.records

        def machines
          columns = [Tables.text("folder", &:folder), Tables.text("machine", &:description),
                     Tables.text("kernel") { |one| one.facts["kernel"].to_s },
                     Tables.figure("results", ->(one) { one.results.size.to_s }) { |one| one.results.size }]
          grid = HTML::Grid.new(id: "machines-grid", caption: "Every machine with a result", columns: columns,
                                rows: @survey.machines)
          HTML::Section.new(id: "machines", heading: "Machines", body: grid.to_s)
        end

        def results
          words = ->(result) { [result.command, *result.argv, *result.answer].join(" ") }
          grid = HTML::Grid.new(id: "results-grid", caption: "The newest first", columns: columns, words: words,
                                rows: @survey.results.reverse, anchor: :name.to_proc)
          HTML::Section.new(id: "results", heading: "Results", body: grid.to_s)
        end

        def columns
          [Tables.html("begun (UTC)") { |one| HTML.link(one.started_at.tr("TZ", " ").strip, address(one)) },
           Tables.text("answer") { |one| one.answer.join(" ") },
           Report::Column.words("command", code: true) { |one| CommandLine.of(one.argv) },
           Tables.text("campaign") { |one| one.campaign ? one.campaign.values_at("id", "begun", "step").join(" ") : "" },
           Tables.text("machine", &:folder),
           Tables.text("placement") { |one| one.facts["placement"].to_s },
           Tables.text("method") { |one| one.time_method.to_s },
           load("before"), load("after"),
           Tables.figure("CPU used by others before", ->(one) { busy(one) }) { |one| one.campaign&.fetch("busy_percent", nil) },
           Tables.figure("steal time", ->(one) { Figures.percent(stolen(one)) }, &method(:stolen)),
           Tables.html("notes") { |one| Results.notes({}, *one.facts["notes"]) },
           Tables.text("Cachemark") { |one| one.facts["cachemark"] },
           (Tables.html("record") { |one| record(one) } if records.any?)].compact
        end

        def load(word)
          value = ->(one) { one.machine["load_#{word}"] }
          Tables.figure("load average #{word}", ->(one) { value.call(one).to_s }, &value)
        end

        def address(one) = "data/#{one.folder}/#{one.name}.json"
        def busy(one) = one.campaign&.fetch("busy_percent", nil)&.then { |percent| "#{percent} %" }.to_s
        def stolen(one) = one.machine["steal_percent"]&.fdiv(100)

        def record(one)
          path = records[one.name] or return ""
          HTML.link("#{(one.facts["record"]["bytes"] / 1e6).round(1)} MB unpacked", path, label: "record of #{one.name}")
        end

        # Each campaign against the one before on its machine, and each machine against the home machine.
        def agreements
          bodies = [*campaigns, *machine_pairs].map do |before, mine, after, theirs|
            agreement("#{before} and #{after}", Cachemark::Results::Agreement.between(mine, theirs))
          end
          HTML::Section.new(id: "agreement", heading: "Agreement", body: bodies.join("\n")) if bodies.any?
        end

        def machine_pairs
          @survey.machines.drop(1).map { |one| [@survey.home.folder, @survey.home.results, one.folder, one.results] }
        end

        def campaigns
          @survey.machines.flat_map do |machine|
            known = machine.results.select(&:campaign).group_by { |one| one.campaign.values_at("id", "begun") }
            known.keys.sort.group_by(&:first).values.flat_map { |names| names.each_cons(2).to_a }.map do |before, after|
              [before, after].flat_map { |name| [label(machine, name, known[name]), known[name]] }
            end
          end
        end

        # Figures of two methods have nothing in common.
        def label(machine, (id, begun), results)
          methods = results.filter_map { |one| Results.method_of(one) }.uniq
          "#{id} of #{begun} on #{[machine.folder, *methods.map { |one| "(#{one})" }].join(" ")}"
        end

        def agreement(names, found)
          words = "#{names}: #{Figures.counted(found.ratios.size, "common figure")} of × socket"
          words += ", which differ by #{differences(found)}" if found.median
          [HTML.paragraph("#{words}."), largest(found), comparisons(found), checks(found)].join("\n")
        end

        def checks(found)
          return "" if found.checked.zero?

          same = found.outcomes.empty? ? "the same outcomes" : Figures.counted(found.outcomes.size, "different outcome")
          words = "#{Figures.counted(found.checked, "configuration")} checked in both: #{same}."
          return "#{HTML.paragraph(words)}\n#{differing(found.outcomes)}" if found.lone.empty?

          words += " #{Figures.counted(found.lone.size, "case")} could be tried in only one of them."
          "#{HTML.paragraph(words)}\n#{differing(found.outcomes)}\n" \
            "<details><summary>Cases tried in one</summary>#{differing(found.lone)}</details>"
        end

        def differences(found) = "#{Figures.percent(found.median)} in the median and #{Figures.percent(found.worst)} at most"

        def largest(found)
          items = found.ratios.sort_by { |_, _, change| -change.abs }.first(LARGEST).map do |before, after, change|
            ratios = [before, after].map { |cost| Figures.number(cost.ratio) }.join(" and ")
            HTML.text("#{before.configuration.name}, #{before.scenario}: #{ratios} (#{Figures.change(change)}), on " \
                      "#{before.configuration.place}")
          end
          items.empty? ? "" : "<details><summary>The largest differences</summary>#{HTML.list(items)}</details>"
        end

        def comparisons(found)
          return "" if found.changes.empty?

          words = "#{Figures.counted(found.changes.size, "common comparison")}, #{found.confirmed} with the same verdict."
          far = found.distances
          words += " Their changes differ by #{spread(far)}." if far.any?
          items = found.changes.map { |change| HTML.text(comparison(*change)) }
          "#{HTML.paragraph(words)}\n<details><summary>All comparisons</summary>#{HTML.list(items)}</details>"
        end

        def comparison(contender, baseline, *changes)
          found = changes.map { |one| [one.verdict, one.share && Figures.change(one.share, one.interval)].compact.join(" ") }
          names = [contender, baseline].map(&:name)
          names = names.zip([contender, baseline].map(&:place)).map { |pair| pair.join(" on ") } if names.uniq.one?
          "#{names.join(" against ")} in #{changes.first.scenario}: #{found.join(" and ")}"
        end

        def spread(far) = "#{points(Stats::Median.of(far))} in the median and #{points(far.max)} at most"

        # "0.6 percentage points"
        def points(share) = format("%.1f percentage points", share * 100)

        def differing(outcomes)
          return "" if outcomes.empty?

          HTML.list(outcomes.map do |configuration, name, *both|
            HTML.text("#{configuration.name}, #{name}: #{both.map { |one| one || "PASS" }.join(" and ")}")
          end)
        end
      end
    end
  end
end
