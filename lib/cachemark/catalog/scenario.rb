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
