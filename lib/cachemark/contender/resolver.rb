# frozen_string_literal: true

module Cachemark
  class Contender
    # Notation, or a suite's entry -> Contender with exact versions. Does no IO of
    # its own: `versions.of(gem)` lists releases, `places` looks at the paths that
    # are named, `runtime` is cachemark's Ruby, or answers `at(path)` for any, and `at(path, language)` for one of
    # another language (Env::Runtimes); all answer `version`.
    class Resolver
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
        language = @catalog.language(client.language)
        origin = Origin.of(client, notation, @versions, @places, language)
        Assembly.new(client, notation, origin, language: language, versions: @versions, servers: @servers,
                                               runtime: runtime(notation, language, client, origin)).contender(id)
      end

      def refuse_range(notation)
        return unless notation.range?

        raise Usage.new("#{notation.text}: ranges of versions belong to other commands",
                        try: "name one version, such as #{notation.version[/\A[^.]+/]}.x")
      end

      # [absolute path, name of a runtime that the language has beside its own, or nil; version]
      def runtime(notation, language, client, origin)
        asked = notation.options[language.option]
        own = origin.release.respond_to?(:runtime) && origin.release.runtime || client.runtime || language.own_runtime
        refuse_other(notation, client, own) if origin.source.kind == "package" && asked != own && language.runtimes.key?(asked)
        name = asked || own
        return [(name unless name == language.own_runtime), language.runtimes[name].version] if language.runtimes.key?(name)

        path = name && executable(@places.absolute(name), notation.text, language)
        [path, ask(path, language)]
      end

      def ask(path, language)
        return @runtime.version unless @runtime.respond_to?(:at)

        language.environment ? @runtime.at(path, language).version : @runtime.at(path).version
      end

      # A checkout can be built for any.
      def refuse_other(notation, client, own)
        raise Usage.new("#{notation.text}: #{client.name} comes built for #{own}",
                        try: "a checkout is built for any: #{notation.client}@path:DIR")
      end

      def executable(path, text, language)
        return path if @places.executable?(path)

        names = language.runtimes.keys
        raise Usage.new("#{text}: #{path} #{@places.exist?(path) ? "is no executable file" : "does not exist"}",
                        try: "#{language.option}= takes #{"#{names.join(", ")} or " if names.any?}the path " \
                             "of a #{language.title}'s executable")
      end
    end
  end
end
