# frozen_string_literal: true

module Cachemark
  module Plan
    # The cells of a suite, in the order in which a report lists them: every
    # contender over the scenarios of its kind, in each mode. The reference rides along in every
    # scenario and mode, because a row's cost is also told as a multiple of its cost.
    class Cells
      # references: the reference contender of each language and runtime in use; modes: instead of the suite's.
      #: (suite: Catalog::Suite, contenders: Array[Contender], scenarios: Array[Catalog::Scenario], references: Array[Contender], ?modes: Array[String]?) -> void
      def initialize(suite:, contenders:, scenarios:, references:, modes: nil)
        @suite = suite
        @contenders = contenders
        @scenarios = scenarios
        @references = references
        @modes = modes
      end

      #: () -> Array[Cell]
      def to_a
        (shown + riding_along).each_with_index.map { |cell, index| cell.with(id: "c#{index + 1}") }
      end

      private

      def shown
        @shown ||= @contenders.flat_map do |contender|
          modes_of(contender).flat_map { |mode| scenarios_of(contender).map { |scenario| cell(contender, scenario, mode, true) } }
        end
      end

      # A language and runtime whose reference is shown needs no other.
      def riding_along
        absent = @references.reject { |reference| @contenders.any? { |contender| same?(contender, reference) } }
        absent.flat_map do |reference|
          near = shown.select { |cell| cell.refusal.nil? && near?(cell.contender, reference) }
          near.uniq { |cell| [cell.mode, cell.scenario.id] }.map { |cell| cell(reference, cell.scenario, cell.mode, false) }
        end
      end

      def same?(contender, reference) = contender.client.id == reference.client.id && near?(contender, reference)

      def near?(contender, reference)
        contender.client.language == reference.client.language && contender.runtime == reference.runtime
      end

      def modes_of(contender) = (@modes || @suite.modes_of(contender.id)).map { |text| Vocabulary::Mode.parse(text).to_s }.uniq

      def scenarios_of(contender)
        @scenarios.select { |scenario| contender.client.kinds.include?(scenario.kind) && @suite.runs?(contender.id, scenario.id) }
      end

      def cell(contender, scenario, mode, shown)
        Cell.new(id: nil, contender: contender, scenario: scenario, mode: mode, shown: shown,
                 label: @suite.label(contender, scenario), section: contender.section || contender.id)
      end
    end
  end
end
