# frozen_string_literal: true

module Cachemark
  # What goes wrong between a client and memcached, made to happen on purpose, and what it means for the
  # client's user. Pure but for the conduct of proxies.
  module Fault
    # From best to worst: of several trials of one case, and of what several invariants say, the worst counts.
    OUTCOMES = %w[PASS INFO UNSUPPORTED NON-STRICT FAIL CRASH HANG CORRUPT].freeze
    # Those for which `check` exits with 1.
    BAD = %w[FAIL CRASH HANG CORRUPT].freeze

    #: (Array[String]) -> String
    def self.worst(outcomes) = outcomes.max_by { |outcome| OUTCOMES.index(outcome) } || "PASS"
  end
end
