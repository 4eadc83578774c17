# frozen_string_literal: true

module Cachemark
  module CLI
    # Reads the quantities that options take; each refuses what makes no sense.
    module Quantity
      # "40s", "2m", "1.5h" -> Float seconds, from 1 s to 7 days.
      #: (String, String) -> Float
      def self.duration(option, text)
        seconds = Duration.seconds(text)
        return seconds if seconds&.between?(1, 7 * 86_400)

        raise Usage.new("#{option} #{text}: not a time from 1s to 168h", try: "write it as 40s, 2m or 1h")
      end

      NS = { "us" => 1_000, "ms" => 1_000_000, "s" => 1_000_000_000 }.freeze
      RATES = 1..100_000
      STEPS = 2..50
      SWEEP = %r{\A(\d{1,9})(?:\.\.(\d{1,9})(?:/(\d{1,3}))?)?\z}
      private_constant :NS, :RATES, :STEPS, :SWEEP

      # "500us", "1ms", "0.2s" -> Integer ns, from 1 us to 60 s.
      #: (String, String) -> Integer
      def self.latency(option, text)
        number, unit = text.to_s.match(/\A(\d+(?:\.\d+)?)(us|ms|s)\z/)&.captures
        ns = number && (number.to_f * NS.fetch(unit)).round
        return ns if ns&.between?(1_000, 60_000_000_000)

        raise Usage.new("#{option} #{text}: not a time from 1us to 60s", try: "write it as 500us, 1ms or 0.2s")
      end

      # "5000" -> [5000]; "2000..20000" a sweep of 8 rates, "2000..20000/10" of 10, in even factors: calls a second.
      #: (String, String) -> Array[Integer]
      def self.rates(option, text)
        low, high, steps = text.to_s.delete("_,").match(SWEEP)&.captures&.map { |one| one&.to_i }
        return [low] if high.nil? && RATES.cover?(low)

        steps ||= 8
        return Plan::OpenLoop.sweep(low, high, steps) if high && low < high && RATES.cover?(low..high) && STEPS.cover?(steps)

        raise Usage.new("#{option} #{text}: no rate from 1 to 100000 calls a second, and no sweep of 2 to 50 such rates",
                        try: "write it as 5000, 2000..20000 or 2000..20000/10")
      end

      # "1%" -> 0.01, from 0.01 % to 50 %; "0" too where that has a meaning.
      #: (String, String, ?zero: bool) -> Float
      def self.share(option, text, zero: false)
        return 0.0 if zero && text.to_s.match?(/\A0+(\.0+)?%?\z/)

        share = text.to_s[/\A(\d+(?:\.\d+)?)%\z/, 1]&.to_f&.fdiv(100)
        return share if share&.between?(0.0001, 0.5)

        raise Usage.new("#{option} #{text}: not #{"0 or " if zero}a share from 0.01% to 50%", try: "write it as 1% or 0.5%")
      end

      # "20" -> Integer within the bounds.
      #: (String, String, ?Range[Integer]) -> Integer
      def self.count(option, text, bounds = 1..100_000_000)
        number = text.to_s.delete("_,")[/\A-?\d{1,18}\z/]&.to_i
        return number if number && bounds.cover?(number)

        raise Usage.new("#{option} #{text}: not a whole number from #{bounds.min} to #{bounds.max}",
                        try: "write it in digits, such as #{bounds.cover?(1000) ? 1000 : bounds.min}")
      end

      # One of the words, with the nearest ones for a typo.
      #: (String, String, Array[String]) -> String
      def self.word(option, text, words)
        return text if words.include?(text)

        raise Usage.new("#{option} #{text}: no such choice", try: Suggest.sentence(text, words))
      end

      # "HOST:PORT" -> [String, Integer].
      #: (String, String) -> [String, Integer]
      def self.address(option, text)
        host, port = text.to_s.match(/\A(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.\-_]+):(\d{1,5})\z/)&.captures
        return [host.delete("[]"), port.to_i] if port && port.to_i.between?(1, 65_535)

        raise Usage.new("#{option} #{text}: not an address", try: "write it as HOST:PORT, such as 127.0.0.1:11211")
      end
    end
  end
end
