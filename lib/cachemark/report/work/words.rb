# frozen_string_literal: true

module Cachemark
  module Report
    module Work
      # A row's figures as people read them; an absent one is an empty String.
      module Words
        # Encodings that are not worth a word.
        BARE = %w[plain number].freeze

        class << self
          # "3 get, 6 getkq, noop".
          #
          #: (Stats::WorkTable::Row) -> String
          def commands(row)
            return "" unless row.ok?
            return "none" if row.commands.empty?

            row.commands.map { |command| [*(command["count"] if command["count"] > 1), command["name"]].join(" ") }.join(", ")
          end

          # "4", "105-2160 compressed": sizes of values in bytes, and what was made of them.
          #
          #: (Stats::WorkTable::Row) -> String
          def values(row)
            sizes = row.commands.flat_map { |command| command["value_bytes"] }.minmax.compact.uniq
            encodings = row.commands.flat_map { |command| command["encodings"] }.uniq - BARE
            [sizes.join("-"), *encodings.map { |encoding| short(encoding) }.join(", ")].reject(&:empty?).join(" ")
          end

          # Without the name of a wrapper's framework.
          def short(encoding)
            wrapper = Vocabulary::Language.all.values.flat_map(&:wrappers).find { |one| encoding.include?(one.name) }
            wrapper ? encoding.sub(wrapper.name, wrapper.name.split.last) : encoding
          end

          # A count that is 0 goes without saying.
          #
          #: (Integer?) -> String
          def some(count) = count.nil? || count.zero? ? "" : Figures.count(count)

          #: (Stats::WorkTable::Row) -> String
          def exceptions(row) = some(row.exceptions&.values&.sum)
        end
      end
    end
  end
end
