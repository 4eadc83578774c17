# frozen_string_literal: true

module Cachemark
  class Catalog
    # The parameters of a scenario: each overrides what the scenario's file says. A new parameter is an entry of ALL.
    module Parameters
      # - `summary` describes it in a list. `read` makes the canonical text of its value from a user's text, nil if that is no
      #   value; `wanted` and `example` say what a value is.
      # - `lacking` takes the data of a file, and returns why the scenario does not have it, or nil.
      # - `over` takes the data and a canonical text, and returns the data with the new value.
      Parameter = Value.define(:name, :summary, :read, :wanted, :example, :lacking, :over)

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

      # The parameters of what is written: how large values are, how well they compress, and when they expire.
      module OfValues
        # memcached takes a larger time for a date. With a shorter one, items would expire while they are measured.
        TTL_S = 10..2_592_000
        private_constant :TTL_S

        class << self
          # Whether a spec is one of bytes, whatever its kind. Counters are not.
          #: (Hash[String, Object]) -> bool
          def bytes?(spec) = spec["kind"] != "number"

          # The data with each value of bytes replaced by the block's.
          #: (Hash[String, Object]) { (Hash) -> Hash } -> Hash[String, Object]
          def replaced(data)
            data.merge("values" => data["values"].transform_values { |spec| bytes?(spec) ? yield(spec) : spec })
          end

          # The values of the data that fulfil the block.
          #: (Hash[String, Object]) { (Hash) -> bool } -> bool
          def any?(data, &) = data.fetch("values", {}).values.any?(&)

          # Whether a step, or a key set, writes a value for a time.
          #: (Hash[String, Object]) -> bool
          def writes?(data)
            steps = [*data["prelude"], *data["steps"]]
            data.fetch("keys", {}).values.any? { |spec| spec["value"] } ||
              steps.any? { |step| Vocabulary::Operations::ALL[step["op"]]&.ttl_in?(step) }
          end

          # A text stays a text, and bytes stay bytes.
          #: (Hash[String, Object], String) -> Hash[String, Object]
          def sized(spec, text) = { "kind" => spec["kind"] == "binary" ? "binary" : "string", "bytes" => text }

          # Seconds as text, nil if a ttl cannot be that long.
          #: (String) -> String?
          def ttl(text)
            seconds = Vocabulary::Amount.parse(text, units: %w[s m h])
            seconds.to_s if seconds.is_a?(Integer) && (seconds.zero? || TTL_S.cover?(seconds))
          end
        end

        SIZE = Parameter.new(
          name: "size", summary: "bytes of each value", wanted: Sizes.forms, example: "10k",
          read: ->(text) { Sizes.of(text)&.text },
          lacking: ->(data) { "it writes no value that has a size" unless any?(data) { |spec| bytes?(spec) } },
          over: ->(data, text) { replaced(data) { |spec| sized(spec, text).merge(spec.slice("compressible", "own")) } }
        )
        COMPRESSIBLE = Parameter.new(
          name: "compressible", summary: "share of each value's bytes that compress", wanted: "a share from 0 to 1",
          example: "0.5", read: ->(text) { OfKeys.share(text) },
          lacking: ->(data) { "its values have no size (add size=)" unless any?(data) { |spec| spec.key?("bytes") } },
          over: lambda do |data, text|
            replaced(data) { |spec| spec.key?("bytes") ? spec.merge("compressible" => Float(text)) : spec }
          end
        )
        TTL = Parameter.new(
          name: "ttl", summary: "seconds until written values expire; 0: never", example: "600",
          wanted: "0, or a time from #{TTL_S.min}s to #{TTL_S.max}s", read: ->(text) { ttl(text) },
          lacking: ->(data) { "it writes nothing that expires" unless writes?(data) },
          over: ->(data, text) { data.merge("ttl" => Integer(text)) }
        )
        ALL = [SIZE, COMPRESSIBLE, TTL].freeze
      end

      ALL = [*OfValues::ALL, *OfKeys::ALL].to_h { |one| [one.name, one] }.freeze
      NAMES = ALL.keys.freeze

      class << self
        # The canonical texts of values, in the order of ALL. Raises Usage for an unknown name and for a wrong value; `of`
        # begins the message.
        #: (Hash[String, String], of: String) -> Hash[String, String]
        def canonical(given, of:)
          read = given.to_h { |name, text| [name, read(name, text, of: of)] }
          NAMES.filter_map { |name| [name, read[name]] if read.key?(name) }.to_h.freeze
        end

        # The canonical text of one value.
        #: (String, String, of: String) -> String
        def read(name, text, of:)
          parameter = ALL.fetch(name) do
            raise Usage.new("#{of}: unknown parameter #{name.inspect}", try: Suggest.sentence(name, NAMES, kind: "parameters"))
          end
          parameter.read.call(text) || raise(Usage.new("#{of}: #{name} must be #{parameter.wanted} (got #{text.inspect})",
                                                       try: "#{name}=#{parameter.example}"))
        end

        # The data of a file with canonical values of its parameters.
        #: (Hash[String, Object], Hash[String, String]) -> Hash[String, Object]
        def over(data, parameters)
          data = OfKeys.form(data, parameters)
          parameters.reduce(data) { |now, (name, text)| ALL.fetch(name).over.call(now, text) }
        end

        # [name, reason] of the first parameter that the scenario of a file does not have; nil if it has all.
        #: (Hash[String, Object], Hash[String, String]) -> [String, String]?
        def lacking(data, parameters)
          data = OfKeys.form(data, parameters)
          parameters.each do |name, text|
            why = ALL.fetch(name).lacking.call(data)
            return [name, why] if why

            data = ALL.fetch(name).over.call(data, text)
          end
          nil
        end
      end
    end
  end
end
