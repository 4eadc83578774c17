# frozen_string_literal: true

module Cachemark
  module Stats
    # Contenders that run the same code with the same effective options: an A/A check at no cost, and a comparison that
    # compares nothing.
    class Identical
      #: (Evidence) -> void
      def initialize(evidence)
        @evidence = evidence
        first_cells = evidence.cells.uniq { |cell| cell["contender"] }
        @twins = first_cells.group_by { |cell| identity(cell) }
      end

      # The contender's twins, by their ids.
      #
      #: (Hash) -> Array[String]
      def others(cell)
        identity = identity(cell)
        identity ? @twins[identity].map { |twin| twin["contender"] } - [cell["contender"]] : []
      end

      # Whether two cells ran the same code with the same options.
      #
      #: (Hash, Hash) -> bool
      def same?(one, other)
        identity = identity(one)
        !identity.nil? && identity == identity(other)
      end

      private

      # nil while nothing was loaded.
      def identity(cell)
        process = @evidence.process(cell)
        return unless process["digest"]

        [cell["client"], process["digest"], process["runtime"], options(cell), @evidence.environment(cell)["gems"]]
      end

      # Effective options where the record has them: a default written out is the default.
      def options(cell)
        @evidence.environment(cell)["options"]&.sort || cell["notation"].to_s.split(",").drop(1).sort
      end
    end
  end
end
