# frozen_string_literal: true

module Cachemark
  module Report
    # Numbers as people read them; an absent number is an empty String.
    module Figures
      UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]].freeze

      class << self
        # A time of `ns` with four digits and its unit: "17.23 µs".
        #
        #: (Numeric?) -> String
        def time(ns)
          return "" unless ns

          size, unit = unit(ns)
          "#{digits(ns / size.to_f)} #{unit}"
        end

        # [ns, name] of the unit in which a time is at least 1.
        #
        #: (Numeric) -> [Numeric, String]
        def unit(ns) = UNITS.find { |size, _unit| ns >= size } || UNITS.last

        # A share as percent: "1.2 %".
        #
        #: (Float?) -> String
        def percent(share) = share ? format(share < 0.1 ? "%.1f %%" : "%.0f %%", share * 100) : ""

        # A plain number with four digits: "1.023".
        #
        #: (Numeric?) -> String
        def number(number) = number ? digits(number.to_f) : ""

        # A count with its thousands apart: "58,139".
        #
        #: (Numeric?) -> String
        def count(number) = number ? number.round.to_s.gsub(/(?<=\d)(?=(\d{3})+\z)/, ",") : ""

        # Calls a second: "5,000/s".
        #
        #: (Numeric?) -> String
        def rate(number) = number ? "#{count(number)}/s" : ""

        # A number with its noun: "1 case", "2 cases".
        #
        #: (Integer, String, ?String) -> String
        def counted(number, noun, plural = "#{noun}s") = "#{count(number)} #{number == 1 ? noun : plural}"

        # A ratio with its interval: "1.02 [1.00, 1.04]"; that of the reference itself is a plain "1.00".
        #
        #: (Float?, [Float, Float]?) -> String
        def ratio(ratio, interval)
          return "" unless ratio

          places = ratio < 10 ? 2 : 1
          bounds = format("[%.#{places}f, %.#{places}f]", *interval) if interval && interval != [1, 1]
          [format("%.#{places}f", ratio), bounds].compact.join(" ")
        end

        # A time with half its interval: "17.23 µs ± 1.2 %".
        #
        #: (Row) -> String
        def time_of(row)
          [time(row.wall_ns), (percent(row.precision) if row.interval)].compact.join(" ± ")
        end

        private

        def digits(number)
          places = number < 10 ? 3 : 4 - Math.log10(number).floor - 1
          format("%.#{[places, 0].max}f", number)
        end
      end
    end
  end
end
