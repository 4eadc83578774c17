# frozen_string_literal: true

module Cachemark
  class Catalog
    # A published advisory about a client, and how `check` shows it.
    #
    # - `id` is its public identifier, `link` its page, and `source` says which releases are affected.
    # - `cases` are globs of cases. A contender with these `options` is bad in one of them if it is affected.
    # - `lines` have the last affected and the first fixed release of each line of releases.
    Advisory = Value.define(:id, :title, :link, :source, :client, :cases, :lines, options: {}.freeze) do
      #: (Document) -> Advisory
      def self.read(document)
        facts = document.data.transform_keys(&:to_sym)
        lines = facts.fetch(:lines).map { |line| self::Line.new(cases: facts[:cases], **line.transform_keys(&:to_sym)) }
        new(**facts, lines: lines.freeze)
      end
    end

    # A line of releases, such as 5.2.
    Advisory::Line = Value.define(:affected, :fixed, :cases) do
      #: () -> String
      def name = Vocabulary.release_line(fixed) || fixed
    end
  end
end
