# frozen_string_literal: true

require "yaml"

module Cachemark
  class Catalog
    # The sizes of values: one for all, several in given shares, or a published distribution. `text` is the notation: "10k",
    # "100+1k", "100:70+1k:30", "etc". `parts` are [bytes, weight]; `published` is a Distribution, or nil.
    class Sizes < Value.define(:text, parts: [].freeze, published: nil)
      FOLDER = File.join(ROOT, "catalog", "distributions")
      # memcached has no larger items.
      MOST_BYTES = 1 << 30
      UNITS = %w[k M].freeze
      private_constant :FOLDER, :MOST_BYTES, :UNITS

      class << self
        # From a notation, or from a file: a number, a list of sizes, or a mapping of sizes to their weights. nil if it is
        # none of these.
        #: (Object) -> Sizes?
        def of(given)
          case given
          when Hash then weighed(given.to_a)
          when Array then weighed(given.map { |size| [size, 1] })
          else named(given.to_s)
          end
        end

        # Published distributions by their names.
        #: () -> Hash[String, Distribution]
        def published
          @published ||= Dir.glob("*.yml", base: FOLDER).sort.to_h do |file|
            [File.basename(file, ".yml"), Distribution.read(File.join(FOLDER, file))]
          end.freeze
        end

        # The forms of a notation, as the end of a sentence.
        #: () -> String
        def forms
          "bytes (100, 10k, 1M), several (100+1k, 100:70+1k:30) or a published distribution, such as #{published.keys.join(", ")}"
        end

        private

        def named(text)
          return new(text: text, published: published[text]) if published.key?(text)

          weighed(text.split("+", -1).map { |part| part.split(":", 2) }.map { |size, weight| [size, weight || 1] })
        end

        def weighed(pairs)
          parts = pairs.map { |size, weight| [bytes(size), Vocabulary::Amount.parse(weight)] }
          return if parts.empty? || parts.flatten.any?(&:nil?) || parts.sum(&:last).zero? || parts.map(&:first).uniq!

          new(text: text(parts), parts: parts.sort.freeze)
        end

        def bytes(size)
          number = Vocabulary::Amount.parse(size, units: UNITS)
          number if number.is_a?(Integer) && number.between?(0, MOST_BYTES)
        end

        def text(parts)
          even = parts.map(&:last).uniq.one?
          parts.sort.map { |bytes, weight| [Vocabulary::Amount.count(bytes), *(weight unless even)].join(":") }.join("+")
        end
      end

      # The one size of all values in bytes; nil if there are several.
      #: () -> Integer?
      def fixed = (parts.first.first if parts.one?)

      # The size in bytes below which this share of the values is.
      #: (Float) -> Integer
      def at(share)
        return published.at(share) if published

        left = share * parts.sum(&:last)
        parts.find { |_, weight| (left -= weight).negative? }&.first || parts.last.first
      end
    end

    # Those of publications.
    class Sizes
      # How sizes are distributed according to a publication, which is its `source`. `shares` are {bytes => probability};
      # larger sizes follow a generalised Pareto distribution (`from`, `scale`, `shape`).
      Distribution = Value.define(:title, :source, :shares, :pareto) do
        #: (String) -> Distribution
        def self.read(path) = new(**YAML.safe_load_file(path).transform_keys(&:to_sym))

        # The size in bytes below which this share of the values is.
        #: (Float) -> Integer
        def at(share)
          left = share
          shares.sort.each { |bytes, probability| return bytes if (left -= probability).negative? }
          tail(left / (1 - shares.values.sum)).round
        end

        private

        # Of the sizes from `from` on.
        def tail(share)
          from, scale, shape = pareto.values_at("from", "scale", "shape")
          above = (1 + (shape * from / scale))**(-1 / shape)
          scale * (((1 - share) * above)**-shape - 1) / shape
        end
      end
    end
  end
end
