# frozen_string_literal: true

module Cachemark
  module Plan
    # The cells of a suite, in the order in which a report lists them: every
    # contender over the scenarios of its kind. The reference rides along in every
    # scenario, because a row's cost is also told as a multiple of its cost.
    class Cells
      REFERENCE = "socket"

      # references: the reference contender of each runtime in use.
      #: (suite: Catalog::Suite, contenders: Array[Contender], scenarios: Array[Catalog::Scenario], references: Array[Contender], modes: Array[String]) -> void
      def initialize(suite:, contenders:, scenarios:, references:, modes:)
        @suite = suite
        @contenders = contenders
        @scenarios = scenarios
        @references = references
        @modes = modes
        freeze
      end

      #: () -> Array[Cell]
      def to_a
        (shown + riding_along).each_with_index.map { |cell, index| cell.with(id: "c#{index + 1}") }
      end

      private

      def shown
        @contenders.flat_map do |contender|
          @modes.flat_map { |mode| scenarios_of(contender).map { |scenario| cell(contender, scenario, mode, true) } }
        end
      end

      # A runtime whose reference is shown needs no other.
      def riding_along
        wanted = @contenders.flat_map { |contender| scenarios_of(contender) }.uniq(&:id)
        absent = @references.reject { |reference| @contenders.any? { |contender| same?(contender, reference) } }
        absent.product(@modes, wanted).map { |reference, mode, scenario| cell(reference, scenario, mode, false) }
      end

      def same?(contender, reference) = contender.client.id == reference.client.id && contender.runtime == reference.runtime

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
