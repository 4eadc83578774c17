# frozen_string_literal: true

module Check
  module Included
    # The costs of each client with default options, and its failures when something breaks. The fewest are first. A get has a
    # column for each processor.
    class Clients
      GET, SIX = %w[client/get client/multiget].freeze
      private_constant :GET, :SIX

      # The root of the project, whose results and catalogue it reads.
      #: (String) -> void
      def initialize(root)
        @survey = Included.survey(root)
        @clients = Cachemark::Catalog.load.clients
      end

      #: () -> String
      def to_s
        rule = ["---", *(["--:"] * (head.size - 2)), "---"]
        [line(head), line(rule), *entries.map { |entry| row(entry) }, "", *notes].join("\n")
      end

      private

      def head
        others = elsewhere.map(&:processor)
        get = ["one get", *(place.processor if others.any?)].join(": ")
        six = ["six keys", *(place.processor if others.any?)].join(": ")
        ["Client", get, *others, six, "wrong values, crashes, hangs", "one of three servers is killed"]
      end

      def line(cells) = "| #{cells.join(" | ")} |"

      def entries
        @entries ||= %w[ruby python].flat_map { |language| Cachemark::Results::Choice.new(@survey, language).shipped }
                                    .select(&:examination).sort_by.with_index { |entry, at| [harm(entry), at] }
      end

      def harm(entry) = entry.examination.wrong + entry.examination.stuck

      def row(entry)
        harm = harm(entry)
        own = entry.configuration
        line(["**#{own.word} #{own.version}** (#{runtime(own)})#{" ⚠" if caution(own)}", time(entry.cost),
              *elsewhere.map { |machine| time(on(machine, entry)) }, time(six(entry)),
              "#{harm.zero? ? "**0**" : harm} of #{entry.examination.tried}", outage(entry)])
      end

      # "Ruby 3.3, YJIT"
      def runtime(configuration)
        language = Cachemark::Vocabulary::Language.all.fetch(configuration.language)
        jit = language.jits[configuration.jit]&.title if configuration.jit
        ["#{language.title} #{configuration.runtime[/\A\d+\.\d+/]}", jit].compact.join(", ")
      end

      def caution(configuration) = @clients.fetch(configuration.client).caution
      def time(cost) = cost ? Cachemark::Report::Figures.time(cost.wall_ns) : ""

      # Of the same configuration, in another scenario.
      def six(entry)
        newest(costs(SIX).select do |cost|
          [cost.configuration.key, cost.time_method] == [entry.configuration.key, entry.cost.time_method]
        end)
      end

      # Of the same get on a machine with another processor, by any method.
      def on(machine, entry)
        newest(costs(GET).select do |cost|
          machine_of(cost) == machine && cost.configuration.likeness == entry.configuration.likeness
        end)
      end

      def costs(scenario) = @survey.costs.select { |cost| cost.ok? && cost.scenario == scenario && cost.mode == "sync" }

      def newest(costs) = costs.max_by { |cost| cost.result.started_at }

      def machine_of(cost) = @survey.machines.find { |one| one.folder == cost.result.folder }

      # The machine of the times, and one for each other processor.
      def place = machine_of(entries.first.cost)
      def elsewhere
        @elsewhere ||= @survey.machines.uniq(&:processor).reject { |one| one.processor == place.processor }
      end

      # Of the run with the middle number of lost calls.
      def outage(entry)
        runs = outages.fetch(entry.configuration.client, []).sort_by { |run| run["lost"] }
        run = runs[runs.size / 2] or return ""
        back = "not back when the run ended"
        back = "back after #{Cachemark::Report::Figures.rounded_time(run["recovery_ns"])}" if run["recovery_ns"]
        "#{Cachemark::Report::Figures.count(run["lost"])} calls lost, #{back}"
      end

      # {client => runs} of the newest result.
      def outages
        @outages ||= outage_result.rows.to_h do |row|
          [outage_result.configurations.fetch(row["contender"]).client, row["runs"].to_a]
        end
      end

      def outage_result
        @outage_result ||= @survey.results.select { |result| result.command == "outage" }.max_by(&:started_at)
      end

      def notes
        cautions = entries.map(&:configuration).group_by { |one| caution(one) }.except(nil).map do |text, own|
          "- ⚠ #{Cachemark::Vocabulary.list(own.map(&:word))}: #{text}"
        end
        costs = [entries.first.cost, *elsewhere.filter_map { |machine| entries.filter_map { |entry| on(machine, entry) }.first }]
        [*cautions, "", "Times are of #{costs.map { |cost| origin(cost) }.join(", and of ")}.",
         "Wrong values, crashes and hangs are cases of `cachemark check`, of those that could be tried. Lost calls are those",
         "of the middle one of three runs of `cachemark outage`, of 5,000 calls. All clients have their default options."]
      end

      # "2 Intel Xeon cores with memcached 1.6.45 (2026-11-28)"
      def origin(cost)
        machine = machine_of(cost)
        when_and_how = [cost.result.started_at[0, 10], *("without garbage collection" if cost.time_method == 1)].join(", ")
        "#{machine.facts["cores"]} #{machine.processor} cores with memcached #{cost.configuration.memcached} (#{when_and_how})"
      end
    end
  end
end
