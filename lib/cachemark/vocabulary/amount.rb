# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # Numbers as people write them in parameters and sweeps: "100", "10k", "0.5", "80%", "1M", "0.2ms".
    module Amount
      FORM = /\A(?<number>\d{1,12}(?:\.\d{1,6})?)(?<unit>k|M|%|us|ms|s|m|h)?\z/
      # k and M are thousands and millions. Times are in seconds.
      FACTORS = { "k" => 1_000, "M" => 1_000_000, "%" => 1/100r, "us" => 1/1_000_000r, "ms" => 1/1_000r, "s" => 1, "m" => 60,
                  "h" => 3_600 }.freeze
      private_constant :FORM, :FACTORS

      class << self
        # An Integer if the number is whole, else a Float; nil for any other text, or a unit that is not among `units`.
        #: (Object, ?units: Array[String]) -> Numeric?
        def parse(text, units: FACTORS.keys)
          number, unit = text.to_s.match(FORM)&.captures
          return if number.nil? || !(unit.nil? || units.include?(unit))

          plain(number.to_r * FACTORS.fetch(unit, 1))
        end

        # The shortest text of a count: "100", "1500", "10k", "1M".
        #: (Integer) -> String
        def count(number)
          unit = %w[M k].find { |letter| number.positive? && (number % FACTORS.fetch(letter)).zero? }
          unit ? "#{number / FACTORS.fetch(unit)}#{unit}" : number.to_s
        end

        private

        def plain(number) = number.denominator == 1 ? number.to_i : number.to_f
      end
    end
  end
end
