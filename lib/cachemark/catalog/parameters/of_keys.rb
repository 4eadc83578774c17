# frozen_string_literal: true

module Cachemark
  class Catalog
    module Parameters
      # The parameters of keys: how many there are and how long, which share of them exists, and how often each is used.
      # Those about many keys change the key sets of a file, or its `set_form`: the same calls over a set.
      module OfKeys
        # Names of the parameters about many keys.
        OF_SETS = %w[keys hit_ratio popularity].freeze
        BYTES = 1..Scenario::KeyTable::MOST_BYTES
        COUNT = 1..10_000
        EXPONENT = 0.1..10
        private_constant :OF_SETS, :BYTES, :COUNT, :EXPONENT

        class << self
          # The data in the form that these parameters change.
          #: (Hash[String, Object], Hash[String, String]) -> Hash[String, Object]
          def form(data, parameters)
            plain = parameters.empty? ? data : data.except("published")
            given = plain["set_form"]
            plain = plain.except("set_form")
            given && OF_SETS.intersect?(parameters.keys) ? plain.except("prelude").merge(given) : plain
          end

          # A share as text: "80%" is "0.8"; nil for anything else.
          #: (String) -> String?
          def share(text)
            number = Vocabulary::Amount.parse(text, units: %w[%])
            number.to_s if number&.between?(0, 1)
          end

          # A count as text.
          #: (String, Range[Integer]) -> String?
          def count(text, range)
            number = Vocabulary::Amount.parse(text, units: %w[k])
            Vocabulary::Amount.count(number) if number.is_a?(Integer) && range.cover?(number)
          end

          # "uniform" or "zipf-EXPONENT".
          #: (String) -> String?
          def popularity(text)
            return text if text == Popularity::UNIFORM

            exponent = Vocabulary::Amount.parse(text[/\Azipf-(.+)\z/, 1], units: [])
            "zipf-#{exponent}" if exponent && EXPONENT.cover?(exponent)
          end

          # The specs of key sets.
          #: (Hash[String, Object]) -> Hash[String, Hash]
          def sets(data) = data.fetch("keys", {}).select { |_, spec| spec.key?("count") }

          # The data with the specs replaced for which the first block is true.
          #: (Hash[String, Object], #call) { (Hash) -> Hash } -> Hash[String, Object]
          def replaced(data, which)
            data.merge("keys" => data["keys"].transform_values { |spec| which.call(spec) ? yield(spec) : spec })
          end

          # Whether each key set is only used in calls that take all keys at once.
          #: (Hash[String, Object]) -> bool
          def at_once?(data)
            over = data["steps"].select { |step| [*step["keys"], *step["key"]].intersect?(sets(data).keys) }
            over.all? { |step| Vocabulary::Operations::ALL[step["op"]]&.multi? }
          end
        end

        SET = ->(spec) { spec.key?("count") }
        NO_SET = "it has no key set"
        private_constant :SET, :NO_SET

        KEYS = Parameter.new(
          name: "keys", summary: "number of keys of a set, or of a bulk call", example: "100",
          wanted: "a number from #{COUNT.min} to #{COUNT.max}", read: ->(text) { count(text, COUNT) },
          lacking: ->(data) { NO_SET if sets(data).empty? },
          over: ->(data, text) { replaced(data, SET) { |spec| spec.merge("count" => Vocabulary::Amount.parse(text)) } }
        )
        KEY_BYTES = Parameter.new(
          name: "key_bytes", summary: "length of each key", example: "40",
          wanted: "a number from #{BYTES.min} to #{BYTES.max}", read: ->(text) { count(text, BYTES) },
          lacking: ->(data) { "it has pairs, whose keys are given" if data["pairs"] },
          over: lambda do |data, text|
            replaced(data, ->(_) { true }) { |spec| spec.except("text", "times", "suffix").merge("bytes" => Integer(text)) }
          end
        )
        HIT_RATIO = Parameter.new(
          name: "hit_ratio", summary: "share of the reads that find a value", example: "0.9", wanted: "a share from 0 to 1",
          read: ->(text) { share(text) },
          lacking: lambda do |data|
            sets(data).empty? ? NO_SET : ("no key set has a value" if sets(data).none? { |_, spec| spec["value"] })
          end,
          over: lambda do |data, text|
            replaced(data, ->(spec) { spec.key?("count") && spec["value"] }) { |spec| spec.merge("hit_ratio" => Float(text)) }
          end
        )
        POPULARITY = Parameter.new(
          name: "popularity", summary: "how often each key of a set is used: uniform, or zipf-EXPONENT", example: "zipf-0.99",
          wanted: "uniform, or zipf- and an exponent from #{EXPONENT.min} to #{EXPONENT.max}",
          read: ->(text) { popularity(text) },
          lacking: ->(data) { sets(data).empty? ? NO_SET : ("its calls take all keys at once" if at_once?(data)) },
          over: ->(data, text) { replaced(data, SET) { |spec| spec.merge("popularity" => text) } }
        )
        SEED = Parameter.new(
          name: "seed", summary: "number from which keys, their popularity and dealt sizes are made", example: "2",
          wanted: "a whole number", read: ->(text) { text[/\A\d{1,9}\z/] && Integer(text, 10).to_s },
          lacking: ->(data) { "it has no generated keys" if data.fetch("keys", {}).values.none? { |spec| spec.key?("bytes") } },
          over: ->(data, text) { data.merge("seed" => Integer(text)) }
        )
        ALL = [KEYS, KEY_BYTES, HIT_RATIO, POPULARITY, SEED].freeze
      end
    end
  end
end
