# frozen_string_literal: true

module Cachemark
  class Catalog
    # A named list of operations.
    #
    # - `keys` maps a name to the key (String), `values` maps a name to its spec.
    # - `prelude` and `steps` are frozen Hashes with string keys: one for each call, or one for a call with each of the
    #   `pairs`, which replace keys and values.
    # - `ttl` is in seconds, 0 for none.
    # - `parameters` are the values that override the file, as canonical texts; the id includes them.
    # - `hit_ratio` is the share of the reads that should find a value, `seed` the number by which sizes and calls were dealt.
    #   Both are nil if the file says nothing about them.
    # - `stampede` has "workers", "ttl" and "compute_ms" if the steps are also called by many workers when their values expire.
    # - `published` describes how the published program differed: keys, prelude, steps, "notes" (sentences), and "replies"
    #   ("unknown" if they depend on the rows before).
    class Scenario < Value.define(:id, :label, :summary, :kind, :keys, :values, :prelude, :steps,
                                  wrap: nil, ttl: 0, pairs: nil, published: {}.freeze,
                                  parameters: {}.freeze, hit_ratio: nil, seed: nil, stampede: nil)
      KEYS_OF_A_CALL = 10
      private_constant :KEYS_OF_A_CALL

      # Calls per iteration.
      #: () -> Integer
      def calls = steps.sum { |step| step["each"] ? pairs.count : 1 }

      # The work of an iteration in calls: a call with many keys counts as one for every ten keys.
      #: () -> Numeric
      def effort
        steps.sum { |step| step["each"] ? pairs.count : [step["keys"].to_a.size.fdiv(KEYS_OF_A_CALL), 1].max }
      end

      # The most requests of its prelude and of an iteration: one for each key of a call.
      #: () -> Integer
      def requests = (prelude + steps).sum { |step| step["each"] ? pairs.count : [step["keys"].to_a.size, 1].max }

      # The fields of a driver's `open`. `pairs_file` is the absolute path of the file with the pairs.
      #: (?pairs_file: String?) -> Hash[String, Object]
      def to_wire(pairs_file: nil)
        plain = { "kind" => kind, "keys" => keys, "values" => values, "prelude" => prelude, "steps" => steps, "wrap" => wrap }
        pairs_file ? plain.merge("pairs" => { "file" => pairs_file }) : plain
      end

      # The facts that a record keeps, so that it can be run again without its file.
      #: () -> Hash[String, Object]
      def to_record
        plain = { "label" => label, "summary" => summary, "kind" => kind, "ttl" => ttl, **to_wire.except("kind") }
        plain["parameters"] = parameters if parameters.any?
        plain.update({ "hit_ratio" => hit_ratio, "seed" => seed, "stampede" => stampede }.compact)
        pairs ? plain.merge("pairs" => pairs.to_record) : plain
      end

      # The scenario of its stampedes: values live as long as `stampede` says.
      #: () -> Scenario
      def expiring = with(prelude: [].freeze, steps: steps.map { |step| step.merge("ttl" => stampede["ttl"]).freeze }.freeze)

      # The id of the scenario without its parameters.
      #: () -> String
      def base = id.delete_suffix(Vocabulary::ScenarioNotation.written("", parameters))

      # The scenario of a record, with its pairs as they are now.
      #: (String, Hash[String, Object], ?pairs: Pairs?) -> Scenario
      def self.recorded(id, facts, pairs: nil) = new(id: id, **facts.transform_keys(&:to_sym), pairs: pairs)

      # The same with at most `most` of its pairs.
      #: (Integer) -> Scenario
      def over(most) = pairs ? with(pairs: pairs.first(most)) : self

      # The scenario as the published program ran it for the row named `contender`. `layout` is the suite's, because the
      # programs differed.
      #: (String, ?layout: String?) -> Scenario
      def as_published(contender, layout: nil)
        form = published.merge(published.dig("layouts", layout) || {})
        named = (form["keys"] || keys).transform_values { |text| text.gsub("CONTENDER", contender).freeze }
        with(keys: named.freeze, prelude: form["prelude"] || prelude, steps: form["steps"] || steps, published: form.freeze)
      end

      # Whether the replies of the published form are known in advance.
      def replies_known? = published["replies"] != "unknown"

      # Sentences on the differences of the published program.
      #: () -> Array[String]
      def published_notes = published["notes"] || []
    end
  end
end
