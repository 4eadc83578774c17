# frozen_string_literal: true

module Cachemark
  module Stats
    # A cell, what its scenario says, and what the proxy saw of it: `cold` in the first
    # iteration, `warm` in the last that was looked at, after which nothing changes any more.
    Observation = Value.define(:cell, :definition, :warm, cold: nil) do
      # What the proxy saw of a cell; nil for one that it never saw.
      #
      #: (Hash, Evidence) -> Observation?
      def self.of(cell, evidence)
        lines = evidence.work(cell).sort_by { |line| line["pass"] }
        return if lines.empty?

        passes = lines.map { |line| WireWork.new(line) }
        definition = Definition.new(cell["definition"], pairs: lines.last["pairs"])
        new(cell: cell, definition: definition, cold: passes.first, warm: passes.last)
      end

      # String: the contender's id; what a report calls the row without it.
      def contender = cell["contender"]
      def language = cell["client"].to_s[%r{\A[^/]+(?=/)}]
      def name = cell["label"].to_s.delete_prefix("#{contender}:")
      # Whom it stands beside: of one scenario, by as many workers, whether or not they share a client.
      def place = [cell["scenario"], cell["mode"].to_s.delete_suffix(",shared")]
      # Integer: how many call at the same time.
      def workers = Vocabulary::Mode.of(cell["mode"]).workers

      # Whether reports print its row.
      def shown? = cell.fetch("shown", true)

      # String: what it is called in another row's footnote; whoever is not printed is introduced.
      def title = shown? ? contender : "the reference (#{contender})"

      # Whether this is the reference, whose work is the least that is right.
      def reference? = Vocabulary::References.socket?(cell["client"])

      # Whether it makes no calls at all.
      def ruler? = Vocabulary::References.null?(cell["client"])
    end
  end
end
