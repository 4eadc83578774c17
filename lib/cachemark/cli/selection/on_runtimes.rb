# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # The runtimes on the command line for the language that runs Cachemark. Its contenders are measured on each of them,
      # all others once.
      class OnRuntimes
        LANGUAGE = Vocabulary::Language.own
        OPTION = LANGUAGE.option
        private_constant :LANGUAGE, :OPTION

        # `paths` are the named runtimes, or nil; `suite` decides the form of headings.
        #: (Array[String]?, catalog: Catalog, resolver: Contender::Resolver, suite: Catalog::Suite) -> void
        def initialize(paths, catalog:, resolver:, suite:)
          @paths = paths || [nil]
          @catalog = catalog
          @resolver = resolver
          @suite = suite
        end

        # The contenders of words and of a suite's entries. Raises Usage for impossible ones, and if no contender is of that
        # language.
        #: (Array[String | Catalog::Suite::Entry]) -> Array[Contender]
        def contenders(entries)
          refuse if @paths.any? && entries.none? { |entry| own?(entry) }

          @paths.each_with_index.flat_map do |path, number|
            chosen = number.zero? ? entries : entries.select { |entry| own?(entry) }
            chosen.map { |entry| resolve(entry, (path if own?(entry))) }
          end
        end

        private

        def own?(entry)
          notation = Contender::Notation.parse(entry.is_a?(String) ? entry : entry.notation)
          @catalog.language(@catalog.client(notation.client).language).option == OPTION
        end

        def refuse
          raise Usage.new("--#{OPTION}: none of these contenders runs on #{LANGUAGE.title}",
                          try: "pass another runtime as an option of a contender, such as #{example}")
        end

        # A client of another language, with a runtime: "CLIENT,OPTION=PATH".
        def example
          client = @catalog.clients.values.find { |one| one.language != LANGUAGE.name && !one.reference }
          "#{@catalog.word(client)},#{@catalog.language(client.language).option}=PATH"
        end

        # With several runtimes, the id names the runtime.
        def resolve(entry, path)
          return @resolver.resolve(entry) unless path

          entry.is_a?(String) ? named_on(entry, path) : @resolver.resolve(on(entry, path))
        end

        def named_on(word, path)
          found = @resolver.resolve("#{word},#{OPTION}=#{path}")
          several? ? found : found.with(id: word, section: word)
        end

        def on(entry, path)
          several = several? ? { id: "#{entry.id},#{OPTION}=#{path}", section: section_on(entry, path) } : {}
          entry.with(options: entry.options.merge(OPTION => path), **several)
        end

        def several? = @paths.size > 1

        # The headings of the versions layout already name the runtime.
        def section_on(entry, path) = @suite.layout == "versions" ? entry.section : "#{entry.section} (#{path})"
      end
    end
  end
end
