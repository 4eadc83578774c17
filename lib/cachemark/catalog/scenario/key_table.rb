# frozen_string_literal: true

require "digest"

module Cachemark
  class Catalog
    class Scenario
      # Expands the `keys` of a scenario file: texts as written, generated keys of a given size, and key sets (NAME1..NAMEn).
      # At the start, the `hit_ratio` share of a set exists: the first keys, or any that get this share of the calls if the set
      # has a `popularity`. Generated keys depend only on seed, name and number.
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

        # The names of the keys that the calls of a step use, in order. A set without `popularity` uses each key once.
        #: (String) -> Array[String]?
        def calls(name)
          sequence = popularity(name)&.sequence or return names(name)
          all = names(name)
          sequence.map { |number| all[number] }
        end

        # Whether the keys of a set are not used equally often.
        #: (String) -> bool
        def popular?(name) = !popularity(name).nil?

        # [the group of a key, its number in the group from 0, the size of the group]. A set is a group; the keys outside of
        # sets are another one.
        #: (String) -> [String, Integer, Integer]
        def place(key)
          @places ||= grouped.flat_map { |group, keys| keys.each_with_index.map { |one, at| [one, [group, at, keys.size]] } }.to_h
          @places.fetch(key)
        end

        # The share of the reads that should find a value, if the file says so; nil if its sets differ.
        #: () -> Float?
        def hit_ratio
          ratios = @specs.values.filter_map { |spec| spec["hit_ratio"] }.uniq
          ratios.first if ratios.one?
        end

        # The names that a step can use.
        #: () -> Array[String]
        def words = @specs.keys

        # [spec, names that exist at the start, names that do not] of each populated entry.
        #: () -> Array[[Hash, Array[String], Array[String]]]
        def populated
          @specs.select { |_, spec| spec["value"] }.map do |name, spec|
            absent = absent(name, spec.fetch("hit_ratio", 1))
            [spec, names(name) - absent, absent]
          end
        end

        # An error in the keys, as [pointer, sentence], or nil.
        #: () -> [String, String]?
        def problem
          bare = @specs.find { |_, spec| without_text?(spec) }
          return ["/keys/#{bare.first}", "needs text or bytes"] if bare

          empty = @specs.find { |_, spec| spec.key?("hit_ratio") && !spec.key?("value") }
          return ["/keys/#{empty.first}", "needs a value to fill its share of keys with"] if empty

          alone = @specs.find { |_, spec| spec.key?("popularity") && !spec.key?("count") }
          return ["/keys/#{alone.first}", "needs a count: only the keys of a set differ in popularity"] if alone

          short, = @specs.find { |_, spec| spec["bytes"] && spec["bytes"] < digits(spec) }
          return ["/keys/#{short}", "needs #{digits(@specs[short])} bytes for as many different keys"] if short

          name, wrong = @texts.filter_map { |key, text| [key, KeyTable.key_fault(text)] if KeyTable.key_fault(text) }.first
          return ["/keys/#{origin(name)}", wrong] if wrong

          duplicates = @texts.group_by(&:last).values.find { |group| group.size > 1 }
          duplicates && ["/keys/#{origin(duplicates[1].first)}", "is the same key as #{duplicates[0].first}"]
        end

        private

        # {set => its keys}; the keys outside of sets are under "".
        def grouped
          sets, single = @specs.keys.partition { |name| set?(name) }
          { "" => single, **sets.to_h { |name| [name, names(name)] } }
        end

        def popularity(name)
          spec = @specs[name]
          Popularity.new(text: spec["popularity"], count: spec["count"], seed: @seed) if spec&.key?("popularity") && set?(name)
        end

        def absent(name, hit_ratio)
          all = names(name)
          popularity = popularity(name) or return all.drop((all.size * hit_ratio).round)
          popularity.absent(hit_ratio).map { |number| all[number] }
        end

        def without_text?(spec) = !spec.key?("text") && !spec.key?("bytes")

        def set?(name) = @specs[name]&.key?("count")

        def origin(name)
          set, = place(name)
          set.empty? ? name : set
        end

        def expand(name, spec)
          return [[name, text(spec, name, 1)]] unless spec["count"]

          Array.new(spec["count"]) { |at| ["#{name}#{at + 1}", text(spec, name, at + 1)] }
        end

        # Characters that distinguish the keys of a set.
        def digits(spec) = spec.fetch("count", 1).to_s(36).size

        def text(spec, name, number)
          plain = spec["text"] ? spec["text"] * (spec["times"] || 1) : generated(spec, name, number)
          "#{plain}#{spec["suffix"]}".freeze
        end

        # The key ends in its number, so that the keys of a set differ however short they are.
        def generated(spec, name, number)
          width = digits(spec)
          ending = number.to_s(36).rjust(width, "0")
          filler = Digest::SHA256.hexdigest("#{@seed} #{name} #{number}") * 4
          filler[0, [spec["bytes"] - width, 0].max] + ending
        end
      end
    end
  end
end
