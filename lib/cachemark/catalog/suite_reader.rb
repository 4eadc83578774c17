# frozen_string_literal: true

module Cachemark
  class Catalog
    # Suite file -> Suite. With a catalogue, every name in it is looked up too.
    class SuiteReader
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
      #
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
        raise @document.problem("/contenders/#{at}", "is a second #{twin.first}", try: "Give it an id of its own.")
      end
    end
  end
end
