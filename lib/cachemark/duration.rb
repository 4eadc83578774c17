# frozen_string_literal: true

module Cachemark
  # Times as people write them: "40s", "2m", "1.5h".
  module Duration
    SECONDS = { "s" => 1, "m" => 60, "h" => 3600 }.freeze

    # Seconds, or nil for what is no time.
    #
    #: (Object) -> Float?
    def self.seconds(text)
      number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(s|m|h)\z/)&.captures
      number && (number.to_f * SECONDS.fetch(unit))
    end
  end
end
