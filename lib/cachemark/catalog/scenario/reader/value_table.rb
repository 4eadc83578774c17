# frozen_string_literal: true

module Cachemark
  class Catalog
    class Scenario
      class Reader
        # The `values` of a scenario file: the fields that each kind needs in addition to its kind. Drivers build the values.
        module ValueTable
          # At least one of each list is required.
          NEEDS = {
            "array" => [%w[items]], "string" => [%w[text bytes]], "binary" => [%w[hex bytes]], "hash" => [%w[items]],
            "nested" => [%w[items], %w[depth]], "number" => [%w[number]]
          }.freeze
          # memcached's item limit of 1 MB includes the key and memcached's own header.
          MOST_BYTES = 1_048_000

          # An error in the values, as [pointer, sentence], or nil.
          #: (Hash[String, Hash]) -> [String, String]?
          def self.problem(specs)
            specs.each do |name, spec|
              lacking = NEEDS.fetch(spec["kind"]).find { |names| names.none? { |one| spec.key?(one) } }
              return ["/values/#{name}", "needs #{lacking.join(" or ")}"] if lacking
              return ["/values/#{name}/own", "does not go together with number"] if spec["own"] && spec["kind"] == "number"

              return ["/values/#{name}/bytes", "must be #{Sizes.forms}"] if spec.key?("bytes") && Sizes.of(spec["bytes"]).nil?
              return ["/values/#{name}/compressible", "needs bytes"] if spec.key?("compressible") && !spec.key?("bytes")
              return ["/values/#{name}", "grows to more than a million items"] if items(spec) > 1_000_000
            end
            nil
          end

          def self.items(spec) = spec["kind"] == "nested" ? spec["items"]**spec["depth"] : spec.fetch("items", 0)
          private_class_method :items
        end
      end
    end
  end
end
