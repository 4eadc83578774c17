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
        @facts = Facts.new(Included.survey(root))
        @clients = Cachemark::Catalog.load.clients
      end

      def to_s = [Included.grid(HEAD, entries.map { |entry| row(entry) }, rule: RULE), "", *notes].join("\n")

      private

      def entries
        @entries ||= @facts.shipped.select(&:examination).sort_by.with_index { |entry, at| [harm(entry), at] }
      end

      def harm(entry) = entry.examination.wrong + entry.examination.stuck

      def row(entry)
        harm = harm(entry)
        own = entry.configuration
        ["**#{own.word} #{own.version}** (#{@facts.runtime(own)})#{" ⚠" if caution(own)}", time(entry.cost),
         time(@facts.elsewhere(entry.cost, SIX)), "#{harm.zero? ? "**0**" : harm} of #{entry.examination.tried}", outage(entry)]
      end

      def caution(configuration) = @clients.fetch(configuration.client).caution
      def time(cost) = cost ? Cachemark::Report::Figures.time(cost.wall_ns) : ""

      # The medians of its runs.
      def outage(entry)
        runs = @facts.runs.fetch(entry.configuration.client, [])
        return "" if runs.empty?

        lost = Cachemark::Stats::Median.of(runs.map { |run| run["lost"] })
        recovery = @facts.recovery(runs)
        back = recovery ? "back after #{recovery}" : "not back when the run ended"
        "#{Cachemark::Report::Figures.count(lost)} calls lost, #{back}"
      end

      def notes
        cautions = entries.map(&:configuration).group_by { |configuration| caution(configuration) }.except(nil).map do |text, own|
          "- ⚠ #{Cachemark::Vocabulary.list(own.map(&:word))}: #{text}"
        end
        [*cautions, "", "Times: #{@facts.origin(entries.first.cost.result)}.", *elsewhere,
         "Wrong values, crashes and hangs: cases of `cachemark check` (#{checked}), without those whose calls a client lacks.",
         "A lost call raises, or misses a stored value. Medians of #{@facts.runs.values.first.size} runs of `cachemark outage` " \
         "with 500 calls a second for 10 s (#{@facts.origin(@facts.outage)})."]
      end

      # The days of the checks.
      def checked = Cachemark::Vocabulary.list(entries.map { |entry| entry.examination.result.started_at[0, 10] }.uniq.sort)

      # How much longer the same gets take on other processors, by processor.
      def elsewhere
        here = Cachemark::Results.processor(entries.first.cost.result.machine["cpu"])
        others = @facts.survey.machines.reject { |machine| machine.processor == here }
        others.group_by(&:processor).filter_map do |processor, machines|
          ratios = machines.flat_map { |machine| ratios(@facts.costs(GET, Cachemark::Results::Survey.new(machine.results))) }
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
