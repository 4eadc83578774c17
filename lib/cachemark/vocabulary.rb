# frozen_string_literal: true

module Cachemark
  # The words that every room shares, each in one table: operations, outcomes, modes, metrics, references, addresses, and the
  # facts about each language. Schemas and drivers are checked against these tables by tests.
  module Vocabulary
    SECONDS = { "s" => 1, "m" => 60, "h" => 3600 }.freeze
    private_constant :SECONDS

    # Seconds of a time as people write it ("40s", "2m", "1.5h"); nil for any other text.
    #
    #: (Object) -> Float?
    def self.seconds(text)
      number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(s|m|h)\z/)&.captures
      number && (number.to_f * SECONDS.fetch(unit))
    end

    # Names joined for a sentence: "a", "a and b", "a, b and c".
    #
    #: (Array[String], ?String) -> String
    def self.list(names, last = "and")
      names.size > 1 ? "#{names[0..-2].join(", ")} #{last} #{names.last}" : names.join
    end
  end
end
