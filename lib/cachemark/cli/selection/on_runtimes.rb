# frozen_string_literal: true

module Cachemark
  module CLI
    class Selection
      # The runtimes and JIT compilers on the command line. A contender is measured on each combination that its language
      # knows, all others once.
      class OnRuntimes
        # From the options of a command: [{a contender's option => its value}, ...].
        #: (Hash[Symbol, Object]) -> Array[Hash[String, String]]
        def self.choices(options)
          named = options.fetch(:runtimes, []) + options.fetch(:jits, []).map { |word| [Vocabulary::Language::JIT, word] }
          lists = named.uniq.group_by(&:first).values
          lists.empty? ? [{}] : lists.first.product(*lists.drop(1)).map(&:to_h)
        end

        # `choices` as above; `suite` decides the form of headings.
        #: (Array[Hash[String, String]], catalog: Catalog, resolver: Contender::Resolver, suite: Catalog::Suite) -> void
        def initialize(choices, catalog:, resolver:, suite:)
          @choices = choices
          @catalog = catalog
          @resolver = resolver
          @suite = suite
        end

        # The contenders of words and of a suite's entries. Raises Usage for impossible ones, and if no contender has one of
        # the options.
        #: (Array[String | Catalog::Suite::Entry]) -> Array[Contender]
        def contenders(entries)
          known = entries.map { |entry| options(entry) }
          @choices.flat_map(&:keys).uniq.each { |option| refuse(option) if known.none? { |options| options.include?(option) } }
          chosen = @choices.flat_map do |choice|
            entries.each_with_index.map { |entry, at| [entry, choice.slice(*known[at]), at] }
          end
          chosen.uniq.map { |entry, choice, _| resolve(entry, choice) }
        end

        private

        # The options of an entry's language.
        def options(entry)
          notation = Contender::Notation.parse(entry.is_a?(String) ? entry : entry.notation)
          @catalog.language(@catalog.client(notation.client).language).runtime_options
        end

        def refuse(option)
          language = Vocabulary::Language.all.values.find { |one| one.option == option }
          raise Usage.new("--with #{option}=: none of these contenders has a #{option} to choose",
                          try: "remove #{option}=") unless
            language

          raise Usage.new("--with #{option}=: none of these contenders runs on #{language.title}",
                          try: "name the runtime of their language, or remove #{option}=")
        end

        def resolve(entry, choice)
          return @resolver.resolve(entry) if choice.empty?

          entry.is_a?(String) ? named_on(entry, choice) : @resolver.resolve(on(entry, choice))
        end

        def named_on(word, choice)
          notation = Contender::Notation.parse(word)
          found = @resolver.resolve(notation.rewritten(notation.version, notation.options.merge(choice)))
          id = [word, *varying(choice)].join(",")
          found.with(id: id, section: id)
        end

        def on(entry, choice)
          varying = varying(choice)
          several = varying.any? ? { id: [entry.id, *varying].join(","), section: section_on(entry, varying) } : {}
          entry.with(options: entry.options.merge(choice), **several)
        end

        # The options of a choice that have several values, as words of a notation: only these are part of an id.
        def varying(choice)
          several = choice.select { |option, _| @choices.map { |choice| choice[option] }.uniq.size > 1 }
          several.map { |option, value| "#{option}=#{value}" }
        end

        # The headings of the versions layout already name the runtime.
        def section_on(entry, varying)
          return entry.section if @suite.layout == "versions"

          "#{entry.section} (#{varying.map { |word| word.partition("=").last }.join(", ")})"
        end
      end
    end
  end
end
