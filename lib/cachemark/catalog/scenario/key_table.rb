# frozen_string_literal: true

require "digest"

module Cachemark
  class Catalog
    class Scenario
      # Expands the `keys` of a scenario file: texts as written, generated keys of a given size, and key sets (NAME1..NAMEn).
      # The first `hit_ratio` share of a set exists at the start. Generated keys depend only on seed, name and number.
      class KeyTable
        # memcached rejects longer keys.
        MOST_BYTES = 250

        # An error in the text of a key, as the end of a sentence, or nil.
        #: (String) -> String?
        def self.key_fault(text)
          return "is #{text.bytesize} bytes; keys have 1 to #{MOST_BYTES}" unless text.bytesize.between?(1, MOST_BYTES)

          "holds a blank or control character, which memcached refuses in keys" if text.match?(/[[:cntrl:]\u0020\u00a0]/)
        end

        # name => key text (Strings), every set expanded.
        attr_reader :texts

        #: (Hash[String, Hash], seed: Integer) -> void
        def initialize(specs, seed:)
          @specs = specs
          @seed = seed
          @texts = specs.flat_map { |name, spec| without_text?(spec) ? [] : expand(name, spec) }.to_h.freeze
        end

        # The names of the keys that a name in a step refers to; nil for an unknown name.
        #: (String) -> Array[String]?
        def names(name)
          return [name] if @texts.key?(name) && !set?(name)

          set?(name) ? Array.new(@specs[name]["count"]) { |at| "#{name}#{at + 1}" } : nil
        end

        # The names that a step can use.
        #: () -> Array[String]
        def words = @specs.keys

        # [spec, names that exist at the start, names that do not] of each populated entry.
        #: () -> Array[[Hash, Array[String], Array[String]]]
        def populated
          @specs.select { |_, spec| spec["value"] }.map do |name, spec|
            all = names(name)
            there = (all.size * spec.fetch("hit_ratio", 1)).round
            [spec, all.first(there), all.drop(there)]
          end
        end

        # An error in the keys, as [pointer, sentence], or nil.
        #: () -> [String, String]?
        def problem
          bare = @specs.find { |_, spec| without_text?(spec) }
          return ["/keys/#{bare.first}", "needs text or bytes"] if bare

          empty = @specs.find { |_, spec| spec.key?("hit_ratio") && !spec.key?("value") }
          return ["/keys/#{empty.first}", "needs a value to fill its share of keys with"] if empty

          name, wrong = @texts.filter_map { |key, text| [key, KeyTable.key_fault(text)] if KeyTable.key_fault(text) }.first
          return ["/keys/#{origin(name)}", wrong] if wrong

          duplicates = @texts.group_by(&:last).values.find { |group| group.size > 1 }
          duplicates && ["/keys/#{origin(duplicates[1].first)}", "is the same key as #{duplicates[0].first}"]
        end

        private

        def without_text?(spec) = !spec.key?("text") && !spec.key?("bytes")

        def set?(name) = @specs[name]&.key?("count")

        def origin(name) = @specs.key?(name) ? name : name.sub(/\d+\z/, "")

        def expand(name, spec)
          return [[name, text(spec, name, 1)]] unless spec["count"]

          Array.new(spec["count"]) { |at| ["#{name}#{at + 1}", text(spec, name, at + 1)] }
        end

        def text(spec, name, number)
          plain = spec["text"] ? spec["text"] * (spec["times"] || 1) : generated(spec, name, number)
          "#{plain}#{spec["suffix"]}".freeze
        end

        # The key ends in its number, so that the keys of a set differ however short they are.
        def generated(spec, name, number)
          width = spec.fetch("count", 1).to_s(36).size
          ending = number.to_s(36).rjust(width, "0")
          filler = Digest::SHA256.hexdigest("#{@seed} #{name} #{number}") * 4
          filler[0, [spec["bytes"] - width, 0].max] + ending
        end
      end
    end
  end
end
