# frozen_string_literal: true

module Cachemark
  class Catalog
    # Scenarios x contenders that run and are reported together. `scenarios` and
    # the keys of `labels` are scenario ids; a label is the published one, in which
    # CONTENDER stands for the row's id and CLIENT for its client. `iterations` is
    # what published totals are scaled to; `as_published` says what the published
    # program did as a whole: "suite" (another, of its time), "contenders" (whose
    # rows it printed, with "section" and "note"), "iterations", "addresses" (names
    # of its one server), "memcached" (its arguments), "terminal" (whether it wrote
    # to one), "processes" ("one" or "each contender"), "clients" (made for "each
    # contender" or "each row"), "flush" ("after each contender" or "never"), "notes".
    Suite = Value.define(:id, :title, :summary, :contenders, :scenarios,
                         layout: nil, labels: {}.freeze, iterations: 10_000, servers: 1,
                         as_published: {}.freeze, row_labels: {}.freeze, path: nil) do
      # The label of one row, as the suite's documents print it.
      #
      #: (Contender, Scenario) -> String
      def label(contender, scenario)
        row_labels[[contender.id, scenario.id]] || made_label(contender, scenario)
      end

      def made_label(contender, scenario)
        pattern = labels.fetch(scenario.id) do
          contender.client.reference ? reference_label(scenario) : "CONTENDER:#{scenario.label}"
        end
        pattern.gsub("CONTENDER", contender.id).gsub("CLIENT", contender.label || contender.client.name)
      end

      # A reference runs scenarios of both kinds, whose labels are the same words.
      def reference_label(scenario)
        scenario.kind == "store" ? "CONTENDER:store:#{scenario.label}" : "CONTENDER:#{scenario.label}"
      end
      private :made_label, :reference_label

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

      # Entries whose rows the suite's documents printed, in their order and under their headings.
      #
      #: () -> Array[Suite::Entry]
      def published
        named = as_published["contenders"] or return contenders.select(&:published)
        named.filter_map { |given| entry(given["id"])&.with(**given.slice("section", "note").transform_keys(&:to_sym)) }
      end

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
