# frozen_string_literal: true

module Cachemark
  module CLI
    # `--data FILE`: the user's pairs, in the place of those of every scenario that has some.
    class Data
      #: (String) -> void
      def initialize(path)
        @path = path
      end

      # Catalog::Pairs: what is in the file. Raises Usage where that is nothing for memcached.
      def pairs = @pairs ||= Catalog::DataFile.read(@path)

      # Raises Usage where none of them has pairs.
      #: (Array[Catalog::Scenario]) -> Array[Catalog::Scenario]
      def over(scenarios)
        return scenarios.map { |scenario| scenario.pairs ? scenario.with(pairs: pairs) : scenario } if scenarios.any?(&:pairs)

        raise Usage.new("--data #{@path} takes the place of a scenario's pairs, and none of these has any",
                        try: "name one that has: --suite gevent, or --scenario '*-pairs'")
      end

      # The pairs that a record tells of, where this is the same file, wherever it lies now.
      #: (Hash[String, Object], String) -> Catalog::Pairs
      def standing_for(facts, record)
        return pairs if pairs.digest == facts["digest"]

        raise Usage.new("--data #{@path}: #{record} was made with other pairs (another digest)",
                        try: "name a copy of #{facts["file"] || "nothing: it made its pairs from a seed"}")
      end
    end
  end
end
