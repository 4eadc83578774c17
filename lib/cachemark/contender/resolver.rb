# frozen_string_literal: true

module Cachemark
  class Contender
    # Notation, or a suite's entry -> Contender with exact versions. Does no IO of
    # its own: `versions.of(gem)` lists releases, `places` looks at the paths that
    # are named, `runtime` is cachemark's Ruby, or answers `at(path)` for any
    # (Env::Runtimes); both answer `version`.
    class Resolver
      # Options that say where code and runtime come from.
      PLACES = %w[ruby repo].freeze

      #: (catalog: Catalog, versions: Object, runtime: Object, ?servers: Integer, ?places: Places) -> void
      def initialize(catalog:, versions:, runtime:, servers: 1, places: Places.new)
        @catalog = catalog
        @versions = versions
        @runtime = runtime
        @places = places
        @servers = servers
      end

      # Raises Usage for anything that cannot be, in at most three lines.
      #
      #: (String | Catalog::Suite::Entry) -> Contender
      def resolve(asked)
        return resolve_entry(asked) if asked.is_a?(Catalog::Suite::Entry)

        build(Notation.parse(asked), asked)
      end

      # Every release of "CLIENT@A..B[,OPTION=VALUE]...", oldest first; the range may be a word of its own.
      # A release that the options do not fit has a refusal. Raises Usage.
      #
      #: (String, ?String?) -> Array[Contender]
      def expand_range(text, range = nil) = lineage.releases(text, range).map(&:contender)

      # The versions from one to another, with their names.
      #
      #: () -> Lineage
      def lineage = Lineage.new(self, catalog: @catalog, versions: @versions, places: @places)

      private

      def resolve_entry(entry)
        parsed = Notation.parse(entry.notation)
        notation = parsed.with(options: parsed.options.merge(entry.options))
        found = build(notation, entry.id)
        found.with(section: entry.section, label: entry.label, scenarios: entry.scenarios,
                   note: note(entry.note, found.note))
      end

      # A recorded entry's note holds what resolving it says again.
      def note(given, found)
        texts = [given, (found unless found && given&.include?(found))].compact
        texts.map { |text| text.chomp(".") }.join("; ") if texts.any?
      end

      def build(notation, id)
        refuse_range(notation)
        client = @catalog.client(notation.client)
        origin = Origin.of(client, notation, @versions, @places)
        Assembly.new(client, notation, origin, versions: @versions, runtime: runtime(notation), servers: @servers).contender(id)
      end

      def refuse_range(notation)
        return unless notation.range?

        raise Usage.new("#{notation.text}: ranges of versions belong to other commands.",
                        try: "Name one version, such as #{notation.version[/\A[^.]+/]}.x")
      end

      # [absolute path or nil, version]
      def runtime(notation)
        path = notation.options["ruby"] and path = executable(@places.absolute(path), notation.text)
        [path, (@runtime.respond_to?(:at) ? @runtime.at(path) : @runtime).version]
      end

      def executable(path, text)
        return path if @places.executable?(path)

        raise Usage.new("#{text}: #{path} #{@places.exist?(path) ? "is no executable file" : "does not exist"}.",
                        try: "ruby= takes the path of a Ruby's executable.")
      end
    end
  end
end
