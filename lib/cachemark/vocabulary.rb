# frozen_string_literal: true

module Cachemark
  # The words that every room shares, each in one table: operations, outcomes, modes, metrics, references, addresses, and the
  # facts about each language. Schemas and drivers are checked against these tables by tests.
  module Vocabulary
    # Names joined for a sentence: "a", "a and b", "a, b and c".
    #
    #: (Array[String], ?String) -> String
    def self.list(names, last = "and")
      names.size > 1 ? "#{names[0..-2].join(", ")} #{last} #{names.last}" : names.join
    end
  end
end
