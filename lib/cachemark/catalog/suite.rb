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
      #: (String, String) -> bool
      def runs?(contender_id, scenario_id)
        (entry(contender_id)&.scenarios || scenarios).include?(scenario_id)
      end

      # How a contender's calls are made here: its entry's own modes, or the suite's.
      #: (String) -> Array[String]
      def modes_of(contender_id) = entry(contender_id)&.modes || modes

      # The entry of that id, or nil.
      #: (String) -> Suite::Entry?
      def entry(id) = contenders.find { |entry| entry.id == id }

      # Entries whose rows the suite's documents printed, in their order and under their headings.
      #: () -> Array[Suite::Entry]
      def published
        named = as_published["contenders"] or return contenders.select(&:published)
        named.filter_map do |given|
          own = given.slice("section", "note", "modes").transform_keys(&:to_sym)
          entry(given["id"])&.then { |entry| entry.with(notation: given.fetch("contender", entry.notation), **own) }
        end
      end

      # What a record keeps of it.
      #: () -> Hash[String, Object]
      def facts
        { "id" => id, "title" => title, "layout" => layout, "iterations" => iterations, "servers" => servers }
      end
    end

    # Its entries, and how a file is read.
    class Suite
      # A contender as a suite names it: its id, the notation, the heading
      # of its section, options whose values the notation cannot write, the
      # scenarios it runs (nil: all of its kind), its modes (nil: the suite's), and a
      # sentence about it.
      Entry = Value.define(:id, :notation, :section, label: nil, options: {}.freeze, scenarios: nil, modes: nil,
                                                            note: nil, published: false)

      # Suite file -> Suite. With a catalogue, every name in it is looked up too.
      class Reader
        # Taken as they are.
        PLAIN = %w[layout labels modes iterations servers reference as_published].freeze
        private_constant :PLAIN

        #: (Document, ?Catalog) -> Suite
        def self.read(document, catalog = nil) = new(document, catalog).suite

        #: (Document, Catalog?) -> void
        def initialize(document, catalog)
          @document = document
          @data = document.data
          @catalog = catalog
        end

        # Raises Usage, naming file, line and path.
        #: () -> Suite
        def suite
          entries = @data["contenders"].each_with_index.map { |given, at| entry(given, "/contenders/#{at}") }.freeze
          refuse_twins(entries)
          refuse_strangers(entries)
          Suite.new(id: id, title: @data.fetch("title", id), summary: @data.fetch("summary", ""), contenders: entries,
                    scenarios: scenarios(@data["scenarios"], "/scenarios"), path: @document.path,
                    for_s: Vocabulary.seconds(@data["for"]), **@data.slice(*PLAIN).transform_keys(&:to_sym))
        end

        private

        def id = @data["id"] || File.basename(@document.path, ".*")

        def entry(given, pointer)
          given = { "contender" => given } if given.is_a?(String)
          notation = given["contender"]
          check_client(notation, pointer)
          name = given.fetch("id", notation)
          Suite::Entry.new(id: name, notation: notation, section: given.fetch("section", name), label: given["label"],
                           options: given.fetch("options", {}), scenarios: own_scenarios(given, pointer), modes: given["modes"],
                           note: given["note"], published: given.fetch("published", false))
        end

        def own_scenarios(given, pointer) = given["scenarios"] && scenarios(given["scenarios"], "#{pointer}/scenarios")

        def check_client(notation, pointer)
          @catalog&.client(notation[/\A[^@,]*/])
        rescue Usage => error
          raise @document.problem(pointer, error.message.lines.first.chomp, try: error.try)
        end

        # A user's file may name scenario files, from where it lies itself.
        def scenarios(names, pointer)
          return names.freeze unless @catalog

          names.each_with_index.flat_map { |name, at| look_up(name, "#{pointer}/#{at}") }.uniq.freeze
        end

        def look_up(name, pointer)
          return [@catalog.scenario(File.expand_path(name, File.dirname(@document.path))).id] if name.match?(/\.ya?ml\z/)

          @catalog.scenarios_for([name]).map(&:id)
        rescue Usage => error
          raise error if name.match?(/\.ya?ml\z/)

          raise @document.problem(pointer, error.message.lines.first.chomp, try: error.try)
        end

        def refuse_strangers(entries)
          (@data.dig("as_published", "contenders") || []).each_with_index do |given, at|
            next if entries.any? { |entry| entry.id == given["id"] }

            raise @document.problem("/as_published/contenders/#{at}", "names #{given["id"]}, which is not among contenders",
                                  try: Suggest.sentence(given["id"], entries.map(&:id)))
          end
        end

        def refuse_twins(entries)
          twin = entries.map(&:id).tally.find { |_, count| count > 1 } or return
          at = entries.rindex { |entry| entry.id == twin.first }
          raise @document.problem("/contenders/#{at}", "is a second #{twin.first}", try: "give it another id")
        end
      end
    end
  end
end
