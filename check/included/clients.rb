# frozen_string_literal: true

module Check
  module Included
    # The costs of each client with default options, and its failures when something breaks. The fewest are first.
    class Clients
      HEAD = ["Client", "one get", "six keys", "wrong values, crashes, hangs", "one of three servers is killed"].freeze
      RULE = %w[--- --: --: --: ---].freeze
      GET, SIX = %w[client/get client/multiget].freeze
      private_constant :HEAD, :RULE, :GET, :SIX

      # The root of the project, whose results and catalogue it reads.
      #: (String) -> void
      def initialize(root)
        @survey = Included.survey(root)
        @clients = Cachemark::Catalog.load.clients
      end

      def to_s = [Included.grid(HEAD, entries.map { |entry| row(entry) }, rule: RULE), "", *notes].join("\n")

      private

      def entries
        @entries ||= %w[ruby python].flat_map { |language| Cachemark::Results::Choice.new(@survey, language).shipped }
                                    .select(&:examination).sort_by.with_index { |entry, at| [harm(entry), at] }
      end

      def harm(entry) = entry.examination.wrong + entry.examination.stuck

      def row(entry)
        harm = harm(entry)
        own = entry.configuration
        ["**#{own.word} #{own.version}** (#{runtime(own)})#{" ⚠" if caution(own)}", time(entry.cost), time(six(entry)),
         "#{harm.zero? ? "**0**" : harm} of #{entry.examination.tried}", outage(entry)]
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
        costs(SIX).find do |cost|
          [cost.configuration.key, cost.time_method] == [entry.configuration.key, entry.cost.time_method]
        end
      end

      def costs(scenario, survey = @survey)
        survey.costs.select { |cost| cost.ok? && cost.scenario == scenario && cost.mode == "sync" }
      end

      # The medians of its runs.
      def outage(entry)
        runs = outages.fetch(entry.configuration.client, [])
        return "" if runs.empty?

        lost = Cachemark::Stats::Median.of(runs.map { |run| run["lost"] })
        recovery_ns = Cachemark::Stats::Median.of(runs.map { |run| run["recovery_ns"] || Float::INFINITY })
        back = "not back when the run ended"
        back = "back after #{Cachemark::Report::Figures.rounded_time(recovery_ns)}" if recovery_ns.finite?
        "#{Cachemark::Report::Figures.count(lost)} calls lost, #{back}"
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
        [*cautions, "", "Times: #{origin(entries.first.cost.result)}.", *elsewhere,
         "Wrong values, crashes and hangs: cases of `cachemark check` (#{checked}), without those whose calls a client lacks.",
         "A lost call raises, or misses a stored value. Medians of #{outages.values.first.size} runs of `cachemark outage` " \
         "with 500 calls a second for 10 s (#{origin(outage_result)})."]
      end

      # "2 Intel Xeon cores, memcached 1.6.45, 2026-11-28"
      def origin(result)
        "#{Cachemark::Results.cores(result.machine)}, memcached #{result.facts["memcached"]}, #{result.started_at[0, 10]}"
      end

      # The days of the checks.
      def checked = Cachemark::Vocabulary.list(entries.map { |entry| entry.examination.result.started_at[0, 10] }.uniq.sort)

      # How much longer the same gets take on other processors, by processor.
      def elsewhere
        here = Cachemark::Results.processor(entries.first.cost.result.machine["cpu"])
        @survey.machines.reject { |one| one.processor == here }.group_by(&:processor).filter_map do |processor, machines|
          ratios = machines.flat_map { |machine| ratios(costs(GET, Cachemark::Results::Survey.new(machine.results))) }
          next if ratios.empty?

          format("On %d machines with %s cores, the same gets took %.1f to %.1f times as long (all without garbage collection).",
                 machines.size, processor, *ratios.minmax)
        end
      end

      # By one quantity: results of method 1 have the time without collections only.
      def ratios(costs)
        entries.filter_map do |entry|
          there = costs.find { |cost| cost.configuration.likeness == entry.configuration.likeness } or next
          there.wall_ns / (there.time_method == 1 ? entry.cost.row["without_gc_ns"] : entry.cost.wall_ns)
        end
      end
    end
  end
end
