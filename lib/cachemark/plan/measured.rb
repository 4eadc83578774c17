# frozen_string_literal: true

module Cachemark
  module Plan
    # What fresh pairs between two positions of a range showed: `effects` are log
    # ratios of cost, one a pair, positive where `to` costs more. `retest`: they were
    # measured to test an answer, and no step on the way to it has seen them.
    Measured = Value.define(:from, :to, :effects, retest: false)
  end
end
