# frozen_string_literal: true

require "date"
require "time"

module Cachemark
  module CLI
    # Parses the values of options. Each method raises Usage for an invalid text.
    module Quantity
      # "40s", "2m", "1.5h" -> Float seconds, from 1 s to 7 days.
      #: (String, String) -> Float
      def self.duration(option, text)
        seconds = Vocabulary.seconds(text)
        return seconds if seconds&.between?(1, 7 * 86_400)

        refuse(option, text, "a time from 1s to 168h", "#{option} 40s, #{option} 2m or #{option} 1h")
      end

      NS = { "us" => 1_000, "ms" => 1_000_000, "s" => 1_000_000_000 }.freeze
      RATES = 1..100_000
      STEPS = 2..50
      SWEEP = %r{\A(\d{1,9})(?:\.\.(\d{1,9})(?:/(\d{1,3}))?)?\z}
      private_constant :NS, :RATES, :STEPS, :SWEEP

      # "500us", "1ms", "0.2s" -> Integer ns, from 1 µs to `most_s`.
      #: (String, String, ?most_s: Integer) -> Integer
      def self.latency(option, text, most_s: 60)
        number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(us|ms|s)\z/)&.captures
        ns = number && (number.to_f * NS.fetch(unit)).round
        return ns if ns&.between?(1_000, most_s * 1_000_000_000)

        refuse(option, text, "a time from 1us to #{most_s}s", "#{option} 500us, #{option} 1ms or #{option} 0.2s")
      end

      # "5000" -> [5000]; "2000..20000" -> a sweep of 8 rates, "2000..20000/10" of 10, in even factors: calls per second.
      #: (String, String) -> Array[Integer]
      def self.rates(option, text)
        low, high, steps = text.to_s.delete("_,").match(SWEEP)&.captures&.map { |capture| capture&.to_i }
        return [low] if high.nil? && RATES.cover?(low)

        steps ||= 8
        return Plan::OpenLoop.sweep(low, high, steps) if high && low < high && RATES.cover?(low..high) && STEPS.cover?(steps)

        refuse(option, text, "a rate from 1 to 100000 calls a second, or a sweep of 2 to 50 such rates",
               "#{option} 5000, #{option} 2000..20000 or #{option} 2000..20000/10")
      end

      # The notation of scenarios: a pattern of names, or a file, and parameters. A list matches nothing.
      #: (String, String) -> String
      def self.pattern(option, text)
        notation = Vocabulary::ScenarioNotation.parse(text)
        parts = notation.name.split(",")
        return text if parts.size < 2 || notation.name.match?(/[{]|\.ya?ml\z/)

        raise Usage.new("#{option} #{text}: a list is not a pattern",
                        try: "repeat the option: #{parts.map { |part| "#{option} #{notation.with(name: part)}" }.join(" ")}")
      end

      # "size=100,10k" -> Plan::Sweep; "pool_size=$threads" -> Plan::Sweep::Bound.
      #: (String, String) -> Plan::Sweep | Plan::Sweep::Bound
      def self.sweep(option, text)
        name, _, list = text.partition("=")
        refuse(option, text, "NAME=LIST", "#{option} size=100,10k,1M") if name.empty? || !text.include?("=")
        return Plan::Sweep::Bound.new(name: name, to: list.delete_prefix("$")) if list.start_with?("$")

        values = list.split(",", -1)
        refuse(option, text, "values, or another sweep's name in quotes", "#{option} '#{name}=$threads'") if values.empty?
        refuse(option, text, "a list without empty values", "#{option} #{name}=#{values.reject(&:empty?).join(",")}") if
          values.any?(&:empty?)
        refuse_grid(option, values)
        values = values.map { |value| point(option, name, value) }
        twice = values.tally.find { |_, count| count > 1 }
        raise Usage.new("#{option} #{text}: #{twice.first} is named twice", try: "name each value once") if twice

        Plan::Sweep.new(names: [name], values: values)
      end

      # The canonical text of a value in a sweep.
      #: (String, String, String) -> String
      def self.point(option, name, text)
        return Catalog::Parameters.read(name, text, of: option) if Catalog::Parameters::ALL.key?(name)

        Vocabulary::Mode.pattern?(name) ? workers(option, name, text) : text
      end

      def self.workers(option, name, text)
        number = Vocabulary::Amount.parse(text, units: [])
        return number.to_s if number.is_a?(Integer) && number.between?(1, Vocabulary::Mode::MOST_WORKERS)

        raise Usage.new("#{option}: #{name} must be a number of workers from 1 to #{Vocabulary::Mode::MOST_WORKERS} " \
                        "(got #{text.inspect})", try: "#{option} #{name}=1,4")
      end
      private_class_method :workers

      # A further dimension has another option.
      def self.refuse_grid(option, values)
        other = values.find { |value| value.include?("=") } or return
        raise Usage.new("#{option}: #{other} begins another dimension", try: "repeat the option: #{option} #{other}")
      end
      private_class_method :refuse_grid

      # "1%" -> 0.01, from the share `least` to 50 %; with `zero` also "0".
      #: (String, String, ?zero: bool, ?least: Float) -> Float
      def self.share(option, text, zero: false, least: 0.0001)
        return 0.0 if zero && text.to_s.match?(/\A0+(\.0+)?%?\z/)

        share = text.to_s[/\A(\d+(?:\.\d+)?)%\z/, 1]&.to_f&.fdiv(100)
        return share if share&.between?(least, 0.5)

        lowest = format("%g%%", least * 100)
        refuse(option, text, "#{"0 or " if zero}a share from #{lowest} to 50%",
               "#{spelled(option, "1%")} or #{spelled(option, "5%")}")
      end

      # "20" -> Integer within the bounds.
      #: (String, String, ?Range[Integer]) -> Integer
      def self.count(option, text, bounds = 1..100_000_000)
        number = text.to_s.delete("_,")[/\A-?\d{1,18}\z/]&.to_i
        return number if number && bounds.cover?(number)

        refuse(option, text, "a whole number from #{bounds.min} to #{bounds.max}",
               spelled(option, bounds.cover?(1000) ? 1000 : bounds.min))
      end

      # "20x" -> Integer within the bounds.
      #: (String, String, ?Range[Integer]) -> Integer
      def self.times(option, text, bounds = 1..100_000_000)
        number = text.to_s.delete("_,")[/\A(\d{1,18})x\z/, 1]&.to_i
        return number if number && bounds.cover?(number)

        example = bounds.cover?(1000) ? 1000 : 5
        refuse(option, text, "a whole number from #{bounds.min}x to #{bounds.max}x", "#{option} #{example}x")
      end

      # "--margin 1%", "--with alpha=1%".
      def self.spelled(option, value) = "#{option}#{option.include?(" ") ? "=" : " "}#{value}"
      private_class_method :spelled

      # One of the words, with the nearest ones for a typo.
      #: (String, String, Array[String]) -> String
      def self.word(option, text, words)
        return text if words.include?(text)

        raise Usage.new("#{option}: unknown choice #{text.inspect}", try: Suggest.sentence(text, words))
      end

      # "a,b" -> words, without duplicates.
      #: (String, String, Array[String]) -> Array[String]
      def self.words(option, text, words)
        given = text.empty? ? [text] : text.split(",", -1)
        given.map { |one| word(option, one, words) }.uniq.freeze
      end

      # "2026-11-01", optionally with a time -> the same text.
      #: (String, String) -> String
      def self.day(option, text)
        raise ArgumentError unless text.match?(/\A\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?\z/)

        Date.iso8601(text)
        Time.iso8601(text) if text.size > 10
        text
      rescue ArgumentError
        refuse(option, text, "a day", "#{option} 2026-11-01 or #{option} 2026-11-01T18:00:00Z")
      end

      HOURS = { "h" => 1, "d" => 24, "w" => 168 }.freeze
      private_constant :HOURS

      # "90d", "12w", "36h" -> the time that long ago, in ISO 8601.
      #: (String, String) -> String
      def self.ago(option, text)
        number, unit = text.match(/\A(\d{1,5})([hdw])\z/)&.captures
        refuse(option, text, "an age", "#{option} 90d, #{option} 12w or #{option} 36h") unless unit

        (Time.now - (number.to_i * HOURS.fetch(unit) * 3600)).utc.strftime("%FT%TZ")
      end

      def self.refuse(option, text, wanted, try)
        raise Usage.new("#{option} must be #{wanted} (got #{text.inspect})", try: try)
      end
      private_class_method :refuse
    end
  end
end
