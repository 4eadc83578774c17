# frozen_string_literal: true

module Check
  module Included
    # Django's cache backends: the cost of a get, and what goes wrong in each, next to the same client without Django.
    class Django
      HEAD = ["Backend", "one get", "wrong values, crashes, hangs", "its client without Django"].freeze
      RULE = ["---", "--:", "---", "---"].freeze
      SCENARIO = "store/get"
      PREFIX = "django_"
      private_constant :HEAD, :RULE, :SCENARIO, :PREFIX

      # The root of the project, whose results it reads.
      #: (String) -> void
      def initialize(root)
        @survey = Included.survey(root)
      end

      def to_s = "#{Included.grid(HEAD, costs.map { |cost| row(cost) }, rule: RULE)}\n\n#{origin}"

      private

      def costs
        @costs ||= begin
          own = @survey.costs.select do |cost|
            cost.ok? && cost.scenario == SCENARIO && cost.mode == "sync" && cost.configuration.word.start_with?(PREFIX)
          end
          Cachemark::Results::Cost.of_one_method(own, &:configuration)
        end
      end

      def row(cost)
        own = cost.configuration
        alone = examination(own, own.client.sub(PREFIX, ""))
        ["`#{[own.word, *own.options].join(",")}`", Cachemark::Report::Figures.time(cost.wall_ns),
         harm(examination(own, own.client)),
         "#{alone.configuration.title} #{alone.configuration.version}, Python #{alone.configuration.line}: #{harm(alone)}"]
      end

      # The newest of a client with the options of a configuration; nil if it was not checked.
      def examination(like, client)
        own = @survey.examinations.select do |exam|
          [exam.configuration.client, exam.configuration.departures] == [client, like.departures]
        end
        own.max_by { |exam| exam.configuration.age }
      end

      # "2 of 305 (1 `reply`, 1 `share`)", by the categories of the cases.
      def harm(examination)
        return "not checked" unless examination

        bad = examination.bad_cases.reject { |fault_case| fault_case["outcome"] == "FAIL" }
                         .map { |fault_case| fault_case["case"][%r{\A[^/]+}] }
        return "**0** of #{examination.tried}" if bad.empty?

        kinds = bad.tally.sort_by { |kind, count| [-count, kind] }.map { |kind, count| "#{count} `#{kind}`" }
        "#{bad.size} of #{examination.tried} (#{kinds.join(", ")})"
      end

      # Method 1 times the calls without garbage collection.
      def origin
        result, own = costs.first.result, costs.first.configuration
        times = costs.first.time_method == 1 ? "Times without garbage collection" : "Times"
        checked = costs.filter_map { |cost| examination(cost.configuration, cost.configuration.client) }.map do |exam|
          "Python #{exam.configuration.line}, #{exam.result.started_at[0, 10]}"
        end
        "#{times}: Django #{own.version}, Python #{own.line}, #{Cachemark::Results.cores(result.machine)}, " \
          "memcached #{own.memcached}, #{result.started_at[0, 10]}.\nChecks of the backends: #{checked.uniq.join("; ")}."
      end
    end
  end
end
