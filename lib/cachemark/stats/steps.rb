# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report needs of a `find`: `size` versions in their order, the measured ones (`steps`), the skipped
    # ones, and the changes that were `found`. `undecided` is the reason why there is no answer, `scenarios` the same for
    # each scenario that was or should have been searched. `brackets` are spans whose cost changed, without a change that
    # could be named.
    class Steps < Value.define(:run, :client, :size, :steps, found: [].freeze, skipped: [].freeze, undecided: nil,
                                                             scenarios: [].freeze, brackets: [].freeze,
                                                             environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      # Hash[[String, String, String], Array[Step]]: by scenario, mode and metric, each in the order of the range.
      def series = steps.group_by { |step| [step.scenario, step.mode, step.metric] }
                        .transform_values { |steps| steps.sort_by(&:position) }

      # Float: smaller changes were not searched for.
      def margin = options["margin"] || 0.01

      # What belongs to one of the searches of a `find`: it has a `scenario` and a `mode`.
      module Placed
        #: () -> [String, String]
        def place = [scenario, mode]
      end

      # One version that `find` measured in one scenario: its cost relative to the first one (`effect` is the cost
      # ratio - 1). `name` is a version or a short commit, `position` its place in the range, from 0.
      Step = Value.define(:position, :name, :scenario, subject: nil, mode: "sync", metric: "wall", label: nil,
                                                       effect: nil, interval: nil, pairs: 0) do
        include Placed
      end

      # A version that `find` could not measure, with the reason.
      Skip = Value.define(:position, :name, :reason, subject: nil)

      # A change of cost that `find` located between two versions and tested again with fresh pairs. `skipped` are versions
      # between them that could not be measured: any of them may have made the change.
      Change = Value.define(:from, :to, :scenario, :effect, :interval, mode: "sync", metric: "wall", label: nil, subject: nil,
                                                                       pairs: 0, skipped: [].freeze) do
        include Placed
      end

      # Two versions between which the cost changed by more than the margin, without a named change. `kind` is
      # - "undecided": a search without an answer had closed in this far,
      # - "beside": apart from the changes that were found,
      # - "spread": each step between the two was measured, and none made the change alone.
      Bracket = Value.define(:from, :to, :scenario, :kind, :effect, mode: "sync", metric: "wall", label: nil) do
        include Placed
      end

      # The search in one scenario and mode. `undecided` is the reason why it has no answer, nil where it has one.
      Scenario = Value.define(:scenario, :label, mode: "sync", undecided: nil) do
        include Placed
      end
    end
  end
end
