# frozen_string_literal: true

module Cachemark
  class Catalog
    # A named list of operations. `keys` maps a name to the key (String), `values`
    # a name to its spec, `prelude` and `steps` are frozen Hashes with string keys
    # (one per call); `ttl` is in seconds, 0 for none. `published` holds what the
    # published program did otherwise: keys, prelude, steps, "notes" (sentences)
    # and "replies" ("unknown" where they depend on the rows before).
    Scenario = Value.define(:id, :label, :summary, :kind, :keys, :values, :prelude, :steps,
                            wrap: nil, ttl: 0, published: {}.freeze) do
      # Calls per iteration.
      #
      #: () -> Integer
      def calls = steps.size

      # What `open` tells a driver.
      #
      #: () -> Hash[String, Object]
      def to_wire = { "keys" => keys, "values" => values, "prelude" => prelude, "steps" => steps, "wrap" => wrap }

      # What a record keeps of it, so that it can be run again without its file.
      #
      #: () -> Hash[String, Object]
      def to_record
        { "label" => label, "summary" => summary, "kind" => kind, "ttl" => ttl, **to_wire }
      end

      # The scenario of a record.
      #
      #: (String, Hash[String, Object]) -> Scenario
      def self.recorded(id, facts) = new(id: id, **facts.transform_keys(&:to_sym))

      # The scenario as the published program ran it for the row named `contender`;
      # `layout` is the suite's, for programs that differed among themselves.
      #
      #: (String, ?layout: String?) -> Scenario
      def as_published(contender, layout: nil)
        form = published.merge(published.dig("layouts", layout) || {})
        named = (form["keys"] || keys).transform_values { |text| text.gsub("CONTENDER", contender).freeze }
        with(keys: named.freeze, prelude: form["prelude"] || prelude, steps: form["steps"] || steps, published: form.freeze)
      end

      # Whether the replies of the published form can be told in advance.
      #
      #: () -> bool
      def replies_known? = published["replies"] != "unknown"

      # Sentences on what the published program did otherwise.
      #
      #: () -> Array[String]
      def published_notes = published["notes"] || []
    end
  end
end
