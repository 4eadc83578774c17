# frozen_string_literal: true

module Cachemark
  module Report
    # Numbers as people read them: times, shares, counts, and changes of a cost. An absent number is an empty String.
    module Figures
      UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]].freeze
      # The blank between a number and its unit. Lines are never broken there.
      UNIT = /(?<=\d) (?=(?:%|ns|µs|ms|s)(?!\w))/
      # The sign of a verdict. A reader easily misses the word alone, and the colour may be off.
      SIGNS = { "slower" => "▲", "faster" => "▼", "same" => "=", "unresolved" => "?", "invalid" => "!" }.freeze
      # The verdicts that found a change.
      CHANGED = %w[slower faster].freeze

      class << self
        # A time of `ns` with three digits and its unit: "17.2 µs".
        #: (Numeric?) -> String
        def time(ns)
          return "" unless ns

          size, unit = unit(ns)
          "#{digits(ns / size.to_f)} #{unit}"
        end

        # A time from a list of 32 bits each: "61.20 µs". A full value is a lower bound: "> 4.295 s". `greatest` is the largest
        # time of a mean.
        #: (Numeric?, ?greatest: Numeric?) -> String
        def latency(ns, greatest: ns) = "#{"> " if greatest == Stats::Latencies::FULL}#{time(ns)}"

        # [ns, name] of the largest unit in which a time is at least 1.
        #: (Numeric) -> [Numeric, String]
        def unit(ns) = UNITS.find { |size, _unit| ns >= size } || UNITS.last

        # A share as percent: "1.2 %".
        #: (Float?) -> String
        def percent(share) = share ? format(share < 0.1 ? "%.1f %%" : "%.0f %%", share * 100) : ""

        # A measured hit ratio: "90 %"; with the asked one if that differs: "66.7 % (asked 80 %)".
        #: (Hash[Symbol, Float]?) -> String
        def hit_ratio(ratio)
          return "" unless ratio

          measured, asked = ratio.values_at(:measured, :asked).map { |share| format("%g %%", (share * 100).round(1)) }
          measured == asked ? measured : "#{measured} (asked #{asked})"
        end

        # A share in a sentence, without its sign: "4.1 %", "12 %".
        #: (Float) -> String
        def rounded(share)
          size = share.abs * 100
          return "without limit" if size.infinite?

          "#{format(size >= 10 ? "%.0f" : (size < 0.1 ? "%.2f" : "%.1f"), size)} %"
        end

        # A time in a sentence, with two digits if it is below 100: "4.2 µs", "10 µs", "123 µs".
        #: (Numeric) -> String
        def rounded_time(ns)
          size, unit = unit(ns)
          value = ns / size.to_f
          "#{format(value >= 9.95 ? "%.0f" : "%.1f", value)} #{unit}"
        end

        # A plain number with three digits, or without decimals: "1.02", "1250".
        #: (Numeric?) -> String
        def number(number) = number ? digits(number.to_f) : ""

        # A count with thousands separators: "58,139".
        #: (Numeric?) -> String
        def count(number) = number ? number.round.to_s.gsub(/(?<=\d)(?=(\d{3})+\z)/, ",") : ""

        # Bytes in millions: "34.2 MB".
        #: (Integer?) -> String
        def megabytes(bytes) = bytes ? format("%.1f MB", bytes / 1e6) : ""

        # Calls a second: "5,000/s".
        #: (Numeric?) -> String
        def rate(number) = number ? "#{count(number)}/s" : ""

        # A number with its noun: "1 case", "2 cases".
        #: (Integer, String, ?String) -> String
        def counted(number, noun, plural = "#{noun}s") = "#{count(number)} #{number == 1 ? noun : plural}"

        # "dalli@4.x (dalli@4.3.10)": a contender with its exact release, if its id does not name it. `notation` is exact.
        #: (String, String?) -> String
        def release(id, notation)
          release = notation.to_s[/\A[^@,]+@\d[^,]*/]
          release.nil? || id.start_with?(release) ? id : "#{id} (#{release})"
        end

        # A ratio with its interval: "1.02 [1.00, 1.04]". The ratio of the reference itself is "1.00".
        #: (Float?, [Float, Float]?) -> String
        def ratio(ratio, interval)
          return "" unless ratio

          places = ratio < 10 ? 2 : 1
          bounds = format("[%.#{places}f, %.#{places}f]", *interval) if interval && interval != [1, 1]
          [format("%.#{places}f", ratio), bounds].compact.join(" ")
        end

        # The notation of a row, with the version of a runtime for its path.
        #: (Row) -> String?
        def notation_of(row)
          version = row.runtime.to_s[/\d+(?:\.\d+)+/]
          return row.notation unless version && row.notation&.include?("=/")

          options = Regexp.union(Vocabulary::Language.all.values.map(&:option))
          row.notation.gsub(%r{\b(#{options}=)/[^,]*}, "\\1#{version}")
        end

        # A time with half its interval: "17.23 µs ± 1.2 %".
        #: (Row) -> String
        def time_of(row)
          [time(row.wall_ns), (percent(row.precision) if row.interval)].compact.join(" ± ")
        end

        # How a row compares with the fastest of its field: "fastest", "1.50 × slower", or "1.02 ×" if that is not certain.
        #: (Stats::Row) -> String
        def vs_fastest(row)
          return "" unless row.vs_fastest
          return "fastest" if row.fastest?

          "#{ratio(row.vs_fastest, nil)} ×#{" slower" if row.certain && row.vs_fastest > 1}"
        end

        # A change of a cost with its sign and its interval: "+4.1 % [3.6, 4.7]".
        #: (Float?, ?[Float, Float]?) -> String
        def change(effect, interval = nil)
          return "" unless effect

          places = places(effect, interval)
          bounds = "[#{interval.map { |bound| share(bound, places) }.join(", ")}]" if interval && interval.uniq != [effect]
          [signed(effect, places), bounds].compact.join(" ")
        end

        # A change without its sign: "0.6 %".
        #: (Float?) -> String
        def size(effect)
          return "" unless effect
          return "no limit" if effect.infinite?

          "#{share(effect.abs, places(effect, nil))} %"
        end

        # The smallest slowdown that was detectable next to a verdict: "0.6 %"; nothing where a change was found. In counted
        # metrics any slowdown is detected. Above half it is no longer a useful figure.
        #: (Float?, String) -> String
        def detectable(effect, verdict)
          return "" if CHANGED.include?(verdict)
          return "any" if effect&.zero?

          effect && effect > Stats::Verdict::INSENSITIVE ? format(">%d %%", Stats::Verdict::INSENSITIVE * 100) : size(effect)
        end

        # Both costs of a call, in one unit: "17.23 -> 17.94 µs".
        #: ([Numeric, Numeric]?, ?unit: String) -> String
        def costs(costs, unit: "ns")
          return "" unless costs&.all?
          if unit == "ns"
            size, unit = unit(costs.max)
            texts = costs.map { |cost| number(cost / size.to_f) }
          else
            texts = costs.map { |cost| cost == cost.round ? count(cost) : digits(cost, 4) }
          end
          "#{texts.join(" -> ")} #{unit}"
        end

        # A verdict with its sign: "▲ slower".
        #: (String) -> String
        def verdict(word) = "#{SIGNS.fetch(word, "?")} #{word}"

        private

        def digits(number, digits = 3)
          places = number < 10 ? digits - 1 : digits - Math.log10(number).floor - 1
          format("%.#{[places, 0].max}f", number)
        end

        # The number of decimals that the interval supports; a large change needs none.
        def places(effect, interval)
          width = interval && (interval.last - interval.first).abs
          return 0 if effect.abs >= 10 || effect.infinite?

          (width ? width < 0.002 && width.positive? : effect.abs < 0.001 && !effect.zero?) ? 2 : 1
        end

        def signed(effect, places)
          text = share(effect, places)
          "#{"+" if text.match?(/[1-9]/) && effect.positive?}#{text} %"
        end

        # Removes the sign of a figure that is rounded to zero, such as "-0.0".
        def share(effect, places)
          text = format("%.#{places}f", effect * 100)
          text.match?(/[1-9]/) ? text : text.delete_prefix("-")
        end
      end
    end
  end
end
