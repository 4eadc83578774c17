# frozen_string_literal: true

module Cachemark
  class Catalog
    module Parameters
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
    end
  end
end
