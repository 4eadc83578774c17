# frozen_string_literal: true

module Cachemark
  class Catalog
    # Scenarios x contenders x modes that run and are reported together. `scenarios` and
    # the keys of `labels` are scenario ids; `modes` are as a user writes them; a label is the published one, in which
    # CONTENDER stands for the row's id and CLIENT for its client. `iterations` is
    # what published totals are scaled to; `for_s` is how long it is measured where nobody
    # says it (nil: as long as any); `reference` is whether `socket` rides along. `as_published` says
    # what the published program did as a whole: "suite" (another, of its time), "contenders" (whose
    # rows it printed, with "section", "note", "modes" and "contender", where those were others), "iterations",
    # "addresses" (names of its one server), "memcached" (its arguments), "terminal" (whether it wrote
    # to one), "processes" ("one", "each contender" or "each mode"), "clients" (made for "each
    # contender" or "each row"), "flush" ("after each contender" or "never"), "notes".
    Suite = Value.define(:id, :title, :summary, :contenders, :scenarios,
                         layout: nil, labels: {}.freeze, modes: ["sync"].freeze, iterations: 10_000, servers: 1,
                         for_s: nil, reference: true, as_published: {}.freeze, row_labels: {}.freeze, path: nil) do
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

      # How a contender's calls are made here: its entry's own modes, or the suite's.
      #
      #: (String) -> Array[String]
      def modes_of(contender_id) = entry(contender_id)&.modes || modes

      # The entry of that id, or nil.
      #
      #: (String) -> Suite::Entry?
      def entry(id) = contenders.find { |entry| entry.id == id }

      # Entries whose rows the suite's documents printed, in their order and under their headings.
      #
      #: () -> Array[Suite::Entry]
      def published
        named = as_published["contenders"] or return contenders.select(&:published)
        named.filter_map do |given|
          own = given.slice("section", "note", "modes").transform_keys(&:to_sym)
          entry(given["id"])&.then { |entry| entry.with(notation: given.fetch("contender", entry.notation), **own) }
        end
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
    # scenarios it runs (nil: all of its kind), its modes (nil: the suite's), and a
    # sentence about it.
    Suite::Entry = Value.define(:id, :notation, :section, label: nil, options: {}.freeze, scenarios: nil, modes: nil,
                                                          note: nil, published: false)
  end
end
