# frozen_string_literal: true

module Cachemark
  module Report
    # Differences between two costs as people read them; an absent one is an empty String.
    module Effects
      # Sign of a verdict: the word alone is easily overread, the colour may be off.
      SIGNS = { "slower" => "+", "faster" => "-", "same" => "=", "unresolved" => "?", "invalid" => "!" }.freeze

      class << self
        # With its sign and its interval: "+4.1 % [3.6, 4.7]".
        #
        #: (Float?, ?[Float, Float]?) -> String
        def of(effect, interval = nil)
          return "" unless effect

          places = places(effect, interval)
          bounds = "[#{interval.map { |bound| share(bound, places) }.join(", ")}]" if interval && interval.uniq != [effect]
          [signed(effect, places), bounds].compact.join(" ")
        end

        # Without a sign: "0.6 %".
        #
        #: (Float?) -> String
        def size(effect)
          return "" unless effect
          return "no limit" if effect.infinite?

          "#{share(effect.abs, places(effect, nil))} %"
        end

        # The smallest effect that is seen: "0.6 %"; what is counted shows any. Beyond half it is no figure.
        #
        #: (Float?) -> String
        def resolution(effect)
          return "any" if effect&.zero?

          effect && effect > Stats::Verdict::BLIND ? format(">%d %%", Stats::Verdict::BLIND * 100) : size(effect)
        end

        # Both costs of a call, in one unit: "17.23 -> 17.94 µs".
        #
        #: ([Numeric, Numeric]?, ?unit: String) -> String
        def costs(costs, unit: "ns")
          return "" unless costs&.all?
          return "#{costs.map { |cost| count(cost) }.join(" -> ")} #{unit}" unless unit == "ns"

          size, unit = Figures.unit(costs.max)
          "#{costs.map { |cost| Figures.number(cost / size.to_f) }.join(" -> ")} #{unit}"
        end

        # A verdict with its sign: "+ slower".
        #
        #: (String) -> String
        def verdict(word) = "#{SIGNS.fetch(word, "?")} #{word}"

        private

        def count(cost) = cost == cost.round ? Figures.count(cost) : Figures.number(cost)

        # As many places as the interval is worth; a large effect needs none.
        def places(effect, interval)
          width = interval && (interval.last - interval.first).abs
          return 0 if effect.abs >= 10 || effect.infinite?

          (width ? width < 0.002 && width.positive? : effect.abs < 0.001 && !effect.zero?) ? 2 : 1
        end

        def signed(effect, places)
          text = share(effect, places)
          "#{"+" if text.match?(/[1-9]/) && effect.positive?}#{text} %"
        end

        # No "-0.0": what rounds to nothing has no sign.
        def share(effect, places)
          text = format("%.#{places}f", effect * 100)
          text.match?(/[1-9]/) ? text : text.delete_prefix("-")
        end
      end
    end
  end
end
