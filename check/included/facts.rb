# frozen_string_literal: true

module Check
  module Included
    # Facts of the published results that several tables have.
    class Facts
      attr_reader :survey

      #: (Cachemark::Results::Survey) -> void
      def initialize(survey)
        @survey = survey
      end

      # Of both languages, with default options: the newest release of each client, the fastest first.
      #: () -> Array[Cachemark::Results::Choice::Entry]
      def shipped = %w[ruby python].flat_map { |language| choice(language).shipped }

      #: (String) -> Cachemark::Results::Choice
      def choice(language) = (@choices ||= {})[language] ||= Cachemark::Results::Choice.new(@survey, language)

      # Of the configuration and method of a cost, in another scenario; nil if that was not measured.
      #: (Cachemark::Results::Cost, String) -> Cachemark::Results::Cost?
      def elsewhere(cost, scenario)
        same = [cost.configuration.key, cost.time_method]
        costs(scenario).find { |other| [other.configuration.key, other.time_method] == same }
      end

      #: (String, ?Cachemark::Results::Survey) -> Array[Cachemark::Results::Cost]
      def costs(scenario, survey = @survey)
        survey.costs.select { |cost| cost.ok? && cost.scenario == scenario && cost.mode == "sync" }
      end

      # "Ruby 3.3, YJIT"
      #: (Cachemark::Results::Configuration) -> String
      def runtime(configuration)
        language = Cachemark::Vocabulary::Language.all.fetch(configuration.language)
        jit = language.jits[configuration.jit]&.title if configuration.jit
        ["#{language.title} #{configuration.runtime[/\A\d+\.\d+/]}", jit].compact.join(", ")
      end

      # "2 Intel Xeon cores, memcached 1.6.45, 2026-11-28"
      #: (Cachemark::Results::Result) -> String
      def origin(result)
        "#{Cachemark::Results.cores(result.machine)}, memcached #{result.facts["memcached"]}, #{result.started_at[0, 10]}"
      end

      # The newest result of an outage.
      #: () -> Cachemark::Results::Result
      def outage = @outage ||= @survey.results.select { |result| result.command == "outage" }.max_by(&:started_at)

      # {client => its runs in that outage}
      #: () -> Hash[String, Array[Hash]]
      def runs
        @runs ||= outage.rows.to_h { |row| [outage.configurations.fetch(row["contender"]).client, row["runs"].to_a] }
      end

      # "2.0 s", the median of runs; nil if most did not recover.
      #: (Array[Hash]) -> String?
      def recovery(runs)
        median_ns = Cachemark::Stats::Median.of(runs.map { |run| run["recovery_ns"] || Float::INFINITY })
        Cachemark::Report::Figures.rounded_time(median_ns) if median_ns.finite?
      end
    end
  end
end
