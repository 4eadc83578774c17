# frozen_string_literal: true

module Cachemark
  class Catalog
    # One option of a client: `values` (Array of Strings) or `type` ("switch",
    # "seconds", "text", "count"), and the library's own default as a user would
    # write it (nil: none) at the versions that the condition names. `footnote` is
    # what every row must say that has the option on.
    Option = Value.define(:name, :summary, values: nil, type: nil, default: nil, footnote: nil,
                                           condition: Condition.of(nil)) do
      # The library's own default, as the driver is told it.
      #
      #: () -> (String | bool | nil)
      def effective_default = default && read(default)

      # What a user can write, for messages.
      #
      #: () -> String
      def allowed
        return values.join(" or ") if values

        { "switch" => "on or off", "seconds" => "a number of seconds, or off", "count" => "a whole number from 1",
          "text" => "a word" }.fetch(type)
      end

      # What a word stands for, so that two ways to write one value are equal:
      # "on" is true, "off" false, "0.50" is "0.5". Nil for a word that is refused.
      #
      #: (String) -> (String | bool | nil)
      def read(word)
        return { "on" => true, "off" => false }.fetch(word, word) if plain.include?(word)

        case type
        when "seconds" then word.match?(/\A\d+(\.\d+)?\z/) && word.to_f.positive? ? format("%g", word.to_f) : nil
        when "count" then word.match?(/\A0*[1-9]\d*\z/) ? word.to_i.to_s : nil
        when "text" then word
        end
      end

      private

      def plain = values || { "switch" => %w[on off], "seconds" => %w[off] }.fetch(type, [])
    end
  end
end
