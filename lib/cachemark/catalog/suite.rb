# frozen_string_literal: true

module Cachemark
  class Catalog
    # Scenarios x contenders x modes that run and are reported together.
    #
    # - `scenarios` and the keys of `labels` are scenario ids; `modes` are in the notation of users.
    # - `labels` are the published ones. In a label, CONTENDER is replaced by the row's id and CLIENT by its client.
    # - `iterations` is the number that published totals are scaled to.
    # - `for_s` is the default duration of the measurement (nil: the default of all suites).
    # - `aliases`: other names of the suite.
    # - `memcached`: the release, or the path, of its servers (nil: the installed one).
    # - `reference`: whether `socket` is measured as well.
    # - `sweeps`: texts as after --sweep.
    #
    # `as_published` describes the published program as a whole:
    #
    # - "suite": another suite, of its time.
    # - "contenders": whose rows it printed, with "section", "note", "modes" and "contender" if these differed.
    # - "iterations", "notes".
    # - "addresses": names of its one server. "memcached": the server's arguments.
    # - "terminal": whether it wrote to a terminal.
    # - "processes": "one", "each contender" or "each mode".
    # - "clients": made for "each contender" or "each row".
    # - "flush": "after each contender" or "never".
    Suite = Value.define(:id, :title, :summary, :contenders, :scenarios,
                         layout: nil, labels: {}.freeze, modes: ["sync"].freeze, iterations: 10_000, servers: 1, memcached: nil,
                         for_s: nil, reference: true, sweeps: [].freeze, as_published: {}.freeze,
                         row_labels: {}.freeze, aliases: [].freeze, path: nil) do
      # The label of a row as the suite's documents print it.
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

      # A reference runs scenarios of both kinds, and these have the same labels.
      def reference_label(scenario)
        scenario.kind == "store" ? "CONTENDER:store:#{scenario.label}" : "CONTENDER:#{scenario.label}"
      end
      private :made_label, :reference_label

      # Whether a contender runs a scenario in this suite: from its entry's own list, or the suite's.
      #: (String, String) -> bool
      def runs?(contender_id, scenario_id)
        (entry(contender_id)&.scenarios || scenarios).include?(scenario_id)
      end

      # The modes of a contender in this suite: from its entry, or the suite's.
      #: (String) -> Array[String]
      def modes_of(contender_id) = entry(contender_id)&.modes || modes

      # The entry with that id, or nil.
      #: (String) -> Suite::Entry?
      def entry(id) = contenders.find { |entry| entry.id == id }

      # Entries with rows in the suite's documents, in their order and under their headings.
      #: () -> Array[Suite::Entry]
      def published
        named = as_published["contenders"] or return contenders.select(&:published)
        named.filter_map do |given|
          own = given.slice("section", "note", "modes").transform_keys(&:to_sym)
          entry(given["id"])&.then { |entry| entry.with(notation: given.fetch("contender", entry.notation), **own) }
        end
      end

      # The same with other scenarios in place of each: the block returns ids for an id.
      #: () { (String) -> Array[String] } -> Suite
      def over(&block)
        entries = contenders.map { |entry| entry.with(scenarios: entry.scenarios&.flat_map(&block)&.uniq) }
        with(scenarios: scenarios.flat_map(&block).uniq, contenders: entries)
      end

      # The facts that a record keeps.
      #: () -> Hash[String, Object]
      def facts
        { "id" => id, "title" => title, "layout" => layout, "iterations" => iterations, "servers" => servers }
      end
    end

    # Its entries, and how a file is read.
    class Suite
      # The id of the suite that `run` measures without arguments.
      DEFAULT = "today"
      # The same if it prints a published layout or updates a document, so that no document gets other rows.
      PUBLISHED = "classic"

      # A contender in a suite: its id, the notation, the heading of its section, options with values that the notation
      # cannot write, a sentence about it, and:
      #
      # - `scenarios`: those that it runs (nil: all of its kind),
      # - `modes`: its own modes (nil: the suite's).
      Entry = Value.define(:id, :notation, :section, label: nil, options: {}.freeze, scenarios: nil, modes: nil,
                                                            note: nil, published: false)

      # Suite file -> Suite. With a catalogue, it also checks every name.
      class Reader
        # Copied unchanged.
        PLAIN = %w[aliases layout labels modes iterations servers memcached reference as_published].freeze
        private_constant :PLAIN

        #: (Document, ?Catalog) -> Suite
        def self.read(document, catalog = nil) = new(document, catalog).suite

        #: (Document, Catalog?) -> void
        def initialize(document, catalog)
          @document = document
          @data = document.data
          @catalog = catalog
        end

        # Raises Usage with file, line and path.
        #: () -> Suite
        def suite
          entries = @data["contenders"].each_with_index.map { |given, at| entry(given, "/contenders/#{at}") }.freeze
          refuse_duplicate(entries)
          refuse_unknown_contender(entries)
          Suite.new(id: id, title: @data.fetch("title", id), summary: @data.fetch("summary", ""), contenders: entries,
                    scenarios: scenarios(@data["scenarios"], "/scenarios"), path: @document.path,
                    for_s: Vocabulary.seconds(@data["for"]), sweeps: sweeps, **@data.slice(*PLAIN).transform_keys(&:to_sym))
        end

        private

        def sweeps = (@data["sweep"] || {}).map { |name, values| "#{name}=#{[*values].join(",")}" }.freeze

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

        # A user's suite may name scenario files, relative to its own folder.
        def scenarios(names, pointer)
          return names.freeze unless @catalog

          names.each_with_index.flat_map { |name, at| look_up(name, "#{pointer}/#{at}") }.uniq.freeze
        end

        def look_up(name, pointer)
          notation = Vocabulary::ScenarioNotation.parse(name)
          file = notation.name.match?(/\.ya?ml\z/)
          notation = notation.with(name: File.expand_path(notation.name, File.dirname(@document.path))) if file

          @catalog.scenarios_for([notation.to_s]).map(&:id)
        rescue Usage => error
          raise error if file

          raise @document.problem(pointer, error.message.lines.first.chomp, try: error.try)
        end

        def refuse_unknown_contender(entries)
          (@data.dig("as_published", "contenders") || []).each_with_index do |given, at|
            next if entries.any? { |entry| entry.id == given["id"] }

            raise @document.problem("/as_published/contenders/#{at}", "names #{given["id"]}, which is not among contenders",
                                  try: Suggest.sentence(given["id"], entries.map(&:id)))
          end
        end

        def refuse_duplicate(entries)
          duplicate = entries.map(&:id).tally.find { |_, count| count > 1 } or return
          at = entries.rindex { |entry| entry.id == duplicate.first }
          raise @document.problem("/contenders/#{at}", "is a second #{duplicate.first}", try: "give it another id")
        end
      end
    end
  end
end
