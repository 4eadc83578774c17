# frozen_string_literal: true

module Cachemark
  module Stats
    # What a cell ran on, as its own process reported it.
    module Provenance
      # The members of Row that speak of origin.
      #
      #: (Hash, Evidence) -> Hash[Symbol, Object]
      def self.of(cell, evidence)
        process = evidence.process(cell)
        environment = evidence.environment(cell)
        { version: process["version"], runtime: process["runtime"] || environment.dig("runtime", "description"),
          file: process["file"], digest: process["digest"], versions: environment["gems"] || {} }
      end

      # The hits and misses that the cell's proof counted.
      #
      #: (Array[Hash]) -> Hash[Symbol, Integer?]
      def self.proven(proofs)
        proof = proofs.last || {}
        { hits: proof["hits"], misses: proof["misses"] }
      end
    end
  end
end
