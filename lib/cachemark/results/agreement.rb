# frozen_string_literal: true

module Cachemark
  module Results
    # How far two sets of results agree: those of two campaigns, or of two machines. Only figures of the same configuration
    # in the same scenario, by the same method, are compared.
    #
    # - `ratios`: [Cost, Cost, change] of each × socket that both have; the change is a share.
    # - `changes`: [Configuration, Configuration, Change, Change] of each comparison in both, of a contender and its baseline.
    # - `outcomes`: [Configuration, case, outcome, outcome] of each case with two outcomes (nil: it passed).
    # - `lone`: the same of each case that only one of both could try, because it needs another client or a lucky moment.
    # - `checked`: the number of configurations that both examined.
    Agreement = Value.define(:ratios, :changes, :outcomes, :lone, :checked) do
      #: (Array[Result], Array[Result]) -> Agreement
      def self.between(one, other)
        surveys = [one, other].map { |results| Survey.new(results) unless results.empty? }
        return new(ratios: [].freeze, changes: [].freeze, outcomes: [].freeze, lone: [].freeze, checked: 0) unless surveys.all?

        checks = both(surveys.map { |survey| survey.examinations.to_h { |exam| [exam.configuration.likeness, exam] } })
        lone, outcomes = checks.flat_map { |pair| differing(*pair) }.partition { |difference| difference.include?("UNSUPPORTED") }
        new(ratios: ratios(surveys), changes: changes(surveys), checked: checks.size, outcomes: outcomes.freeze,
            lone: lone.freeze)
      end

      def self.both(maps) = (maps[0].keys & maps[1].keys).map { |key| maps.map { |map| map[key] } }
      private_class_method :both

      def self.ratios(surveys)
        costs = both(surveys.map { |survey| survey.costs.select(&:ratio).to_h { |cost| [cost.likeness, cost] } })
        costs.reject { |cost, _| Vocabulary::References.include?(cost.configuration.client) }
             .map { |before, after| [before, after, (after.ratio / before.ratio) - 1] }.freeze
      end
      private_class_method :ratios

      def self.changes(surveys)
        both(surveys.map { |survey| compared(survey) }).map { |before, after| [*before, after.last] }.freeze
      end
      private_class_method :changes

      # {what was compared => [Configuration, Configuration, Change]}, the newest of each.
      def self.compared(survey)
        survey.results.select { |result| result.command == "compare" }.flat_map do |result|
          known = result.configurations
          Change.of_verdicts(result).map do |change|
            pair = known.values_at(change.of, change.against)
            [[*pair.map(&:likeness), change.scenario, change.mode, result.time_method], [*pair, change]]
          end
        end.to_h
      end
      private_class_method :compared

      def self.differing(before, after)
        outcomes = [before, after].map do |exam|
          exam.cases.to_h do |fault_case|
            outcome = fault_case["outcome"]
            [fault_case.values_at("case", "mode"), (outcome unless Vocabulary::Outcomes.passed?(outcome))]
          end
        end
        (outcomes[0].keys | outcomes[1].keys).filter_map do |name|
          was, is = outcomes.map { |known| known[name] }
          [before.configuration, name.first, was, is] if was != is
        end
      end
      private_class_method :differing

      # The median and the largest difference of × socket, without sign; nil without any.
      def median = sizes.empty? ? nil : Stats::Median.of(sizes)
      def worst = sizes.max

      # Array[Float]: by how much the shares of two comparisons differ, without sign.
      def distances
        changes.map { |*, before, after| [before.share, after.share] }.select(&:all?).map { |share, again| (share - again).abs }
      end

      # Integer: the comparisons with the same verdict.
      def confirmed = changes.count { |*, before, after| before.verdict == after.verdict }

      private

      def sizes = ratios.map { |_, _, change| change.abs }
    end
  end
end
