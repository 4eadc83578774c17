# frozen_string_literal: true

module Cachemark
  class Catalog
    # Scenarios x contenders that run and are reported together. `scenarios` and
    # the keys of `labels` are scenario ids; a label is the published one, in which
    # CONTENDER stands for the row's id and CLIENT for its client. `iterations` is
    # what published totals are scaled to; `as_published` says how the published
    # program differed as a whole.
    Suite = Value.define(:id, :title, :summary, :contenders, :scenarios,
                         layout: nil, labels: {}.freeze, iterations: 10_000, servers: 1,
                         as_published: {}.freeze, path: nil) do
      # The label of one row, as the suite's documents print it.
      #
      #: (Contender, Scenario) -> String
      def label(contender, scenario)
        pattern = labels.fetch(scenario.id) do
          contender.client.reference ? reference_label(scenario) : "CONTENDER:#{scenario.label}"
        end
        pattern.gsub("CONTENDER", contender.id).gsub("CLIENT", contender.label || contender.client.name)
      end

      # A reference runs scenarios of both kinds, whose labels are the same words.
      def reference_label(scenario)
        scenario.kind == "store" ? "CONTENDER:store:#{scenario.label}" : "CONTENDER:#{scenario.label}"
      end
      private :reference_label

      # Whether a contender runs a scenario here: its entry's own list, or the suite's.
      #
      #: (String, String) -> bool
      def runs?(contender_id, scenario_id)
        (entry(contender_id)&.scenarios || scenarios).include?(scenario_id)
      end

      # The entry of that id, or nil.
      #
      #: (String) -> Suite::Entry?
      def entry(id) = contenders.find { |entry| entry.id == id }

      # Entries whose rows the suite's document printed.
      #
      #: () -> Array[Suite::Entry]
      def published = contenders.select(&:published)

      # What a record keeps of it.
      #
      #: () -> Hash[String, Object]
      def facts
        { "id" => id, "title" => title, "layout" => layout, "iterations" => iterations, "servers" => servers }
      end
    end

    # A contender as a suite names it: an id of its own, the notation, the heading
    # that it stands under, options whose values the notation cannot write, the
    # scenarios it runs (nil: all of its kind), and a sentence about it.
    Suite::Entry = Value.define(:id, :notation, :section, label: nil, options: {}.freeze, scenarios: nil,
                                                          note: nil, published: false)
  end
end
