# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # `--data FILE`: the user's pairs, which replace those of every scenario with pairs.
      class ReplacementPairs
        #: (String) -> void
        def initialize(path)
          @path = path
        end

        # Raises Usage if none of the scenarios has pairs.
        #: (Array[Catalog::Scenario]) -> Array[Catalog::Scenario]
        def over(scenarios)
          return scenarios.map { |scenario| scenario.pairs ? scenario.with(pairs: pairs) : scenario } if scenarios.any?(&:pairs)

          raise Usage.new("--data #{@path} replaces the pairs of scenarios, but none of these has any",
                          try: "--suite gevent, or --scenario '*-pairs'")
        end

        # The pairs of a record, if this file is a copy of the same file.
        #: (Hash[String, Object], String) -> Catalog::Pairs
        def recorded_as(facts, record)
          return pairs if pairs.digest == facts["digest"]

          copy = facts["file"] ? "name a copy of #{facts["file"]}" : "remove --data: #{record} made its pairs from a seed"
          raise Usage.new("--data #{@path}: #{record} was made with other pairs (another digest)", try: copy)
        end

        # Catalog::Pairs: the content of the file. Raises Usage for anything but pairs for memcached.
        def pairs = @pairs ||= Catalog::Pairs::DataFile.read(@path)
      end
    end
  end
end
