# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # What a case of `check` can come to.
    module Outcomes
      # From best to worst: of several trials of one case, and of several invariants, the worst counts.
      ALL = %w[PASS INFO UNSUPPORTED NON-STRICT FAIL CRASH HANG CORRUPT].freeze
      # Those for which `check` exits with 1.
      BAD = %w[FAIL CRASH HANG CORRUPT].freeze

      class << self
        #: (String) -> bool
        def bad?(outcome) = BAD.include?(outcome)

        # 0 for the best; nil for a word that is no outcome.
        #
        #: (String) -> Integer?
        def rank(outcome) = ALL.index(outcome)

        # PASS where there is none.
        #
        #: (Array[String]) -> String
        def worst(outcomes) = outcomes.max_by { |outcome| rank(outcome) } || ALL.first
      end
    end
  end
end
