# frozen_string_literal: true

module Cachemark
  class Catalog
    # A published advisory about a client, and how `check` shows it.
    #
    # - `id` is its public identifier, `link` its page, and `source` says which releases are affected.
    # - `checked` is the day on which the data was compared with the source.
    # - `cases` are globs of cases. A contender with these `options` is bad in one of them if it is affected.
    # - `lines` (Affected) have the affected releases, a line of releases each.
    Advisory = Value.define(:id, :title, :link, :source, :checked, :client, :cases, :lines, options: {}.freeze, only: nil) do
      #: (Document) -> Advisory
      def self.read(document)
        facts = document.data.transform_keys(&:to_sym)
        common = facts.slice(:client, :cases, :options, :only)
        new(**facts, lines: facts.fetch(:lines).map { |line| Affected.read(line, **common) }.freeze)
      end

      # The lines in which `check --advisory` compares the last affected release with the first fixed one.
      #: () -> Array[Affected]
      def shown = lines.select(&:affected)
    end
  end
end
