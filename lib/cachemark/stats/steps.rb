# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything a report may know about a `find`: `size` versions in their order, those measured,
    # those skipped, and the changes found. `undecided` is the reason why no answer could be given;
    # `scenarios` tells it of each that was searched, or was to be (Steps::Scenario); `brackets`
    # where the cost changed too without a change that could be named.
    Steps = Value.define(:run, :client, :size, :steps, found: [].freeze, skipped: [].freeze, undecided: nil, scenarios: [].freeze,
                                                       brackets: [].freeze,
                                                       environments: [].freeze, outcome: nil, notes: [].freeze) do
      include RunFacts

      # Hash[[String, String, String], Array[Step]]: by scenario, mode and metric, each in the order of the range.
      def series = steps.group_by { |step| [step.scenario, step.mode, step.metric] }
                        .transform_values { |own| own.sort_by(&:position) }

      # Float: changes that are smaller were not looked for.
      def margin = options["margin"] || 0.01
    end

    # A search in a scenario and mode. `undecided` is the reason why it has no answer, nil where it has one.
    Steps::Scenario = Value.define(:scenario, :label, mode: "sync", undecided: nil) do
      include Placed
    end
  end
end
