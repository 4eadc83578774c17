# frozen_string_literal: true

module Cachemark
  class Catalog
    # The `values` of a scenario file: what each kind needs beside its kind. Drivers
    # build the values.
    module ValueTable
      # One of each list must be there.
      NEEDS = {
        "array" => [%w[items]], "string" => [%w[text bytes]], "binary" => [%w[hex bytes]], "hash" => [%w[items]],
        "nested" => [%w[items], %w[depth]], "number" => [%w[number]]
      }.freeze
      # memcached's item limit is 1 MB with the key and its own header.
      MOST_BYTES = 1_048_000

      # What is wrong with the values, as [pointer, sentence], or nil.
      #
      #: (Hash[String, Hash]) -> [String, String]?
      def self.problem(specs)
        specs.each do |name, spec|
          lacking = NEEDS.fetch(spec["kind"]).find { |names| names.none? { |one| spec.key?(one) } }
          return ["/values/#{name}", "needs #{lacking.join(" or ")}"] if lacking

          bytes = spec["text"].to_s.bytesize * spec.fetch("times", 1)
          return ["/values/#{name}", "is #{bytes} bytes; memcached takes #{MOST_BYTES}"] if bytes > MOST_BYTES
          return ["/values/#{name}", "grows to more than a million items"] if items(spec) > 1_000_000
        end
        nil
      end

      def self.items(spec) = spec["kind"] == "nested" ? spec["items"]**spec["depth"] : spec.fetch("items", 0)
      private_class_method :items
    end
  end
end
