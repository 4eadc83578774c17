# frozen_string_literal: true

module Cachemark
  class Contender
    # Notation, or a suite's entry -> Contender with exact versions. It does no IO itself. `versions.of(gem)` lists releases,
    # and `places` inspects the named paths. `runtime` is cachemark's Ruby, or returns any runtime by `at(path, language)`
    # (Env::Runtimes); both have `version`.
    class Resolver
      # `defaults` are options about the runtime, for contenders that have them and name no other value. With
      # `every_companion`, contenders also get the gems that only other values of their options need.
      #: (catalog: Catalog, versions: Object, runtime: Object, ?servers: Integer, ?places: Places, ?defaults: Hash[String, String], ?every_companion: bool) -> void
      def initialize(catalog:, versions:, runtime:, servers: 1, places: Places.new, defaults: {}, every_companion: false)
        @defaults = defaults
        @every_companion = every_companion
        @catalog = catalog
        @versions = versions
        @runtime = runtime
        @places = places
        @servers = servers
      end

      # Raises Usage for impossible words, in at most three lines.
      #: (String | Catalog::Suite::Entry) -> Contender
      def resolve(asked)
        return resolve_entry(asked) if asked.is_a?(Catalog::Suite::Entry)

        build(Notation.parse(asked), asked)
      end

      # The versions between two, with their names.
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

      # The note of a recorded entry already contains the note found here.
      def note(given, found)
        texts = [given, (found unless found && given&.include?(found))].compact
        texts.map { |text| text.chomp(".") }.join("; ") if texts.any?
      end

      def build(notation, id)
        refuse_range(notation)
        client = @catalog.client(notation.client)
        language = @catalog.language(client.language)
        notation = notation.with(options: @defaults.slice(*language.runtime_options).merge(notation.options))
        choice = RuntimeChoice.new(language, runtimes: @runtime, places: @places)
        notation = choice.on_packaged(notation, client, @versions)
        origin = Origin.of(client, notation, @versions, @places, language) { |needs| runs?(needs, notation, choice) }
        Assembly.new(client, notation, origin, language: language, versions: @versions, servers: @servers, places: @places,
                                               runtime: choice.of(notation, client, origin),
                                               every_companion: @every_companion).contender(id)
                .then { |found| found.with(checked: @catalog.checks.of(found)) }
      end

      # Whether the runtime of a client from gems meets a requirement. Other languages look their releases up by runtime.
      def runs?(needs, notation, choice)
        return true if needs.nil? || choice.packages?

        Catalog::Client::Condition.of("runtime" => needs).met?("runtime" => choice.version(notation))
      end

      def refuse_range(notation)
        return unless notation.range?

        raise Usage.new("#{notation.text}: ranges of versions belong to other commands",
                        try: "name one version, such as #{notation.version[/\A[^.]+/]}.x")
      end

      # Makes a contender from its client, its notation and its code.
      class Assembly
        # `runtime` is a path or name (nil: the language's own) and its version.
        #: (Catalog::Client, Notation, Origin, language: Vocabulary::Language, versions: Object, runtime: [String?, String], servers: Integer, places: Places, every_companion: bool) -> void
        def initialize(client, notation, origin, language:, versions:, runtime:, servers:, places:, every_companion:)
          @every_companion = every_companion
          @client = client
          @language = language
          @notation = notation
          @origin = origin
          @versions = versions
          @runtime, @runtime_version = runtime
          @servers = servers
          @checkouts = checkouts(places)
        end

        # Raises Usage for unknown options, values and companion versions.
        #: (String) -> Contender
        def contender(id)
          Contender.new(
            id: id, notation: notation, client: @client, language: @language, release: @origin.release,
            version: @origin.version, source: @origin.source,
            given: @notation.options, options: effective.of(own_options), gems: gems, runtime: @runtime, jit: jit,
            requires_runtime: requires_runtime, note: @origin.note, facts: facts, section: id,
            endpoint: endpoint, surroundings: surroundings, shims: @client.shims_at({ **facts, **surroundings }).freeze,
            left_out: @client.left_out_at(facts).freeze, newer: newer.freeze,
            refusal: @client.refusal_at({ **facts, **surroundings }),
            checkouts: @checkouts
          ).offered
        end

        private

        def checkouts(places)
          return {}.freeze unless @notation.options.keys.intersect?(@language.addition_options)

          AddedCheckouts.new(@language, @notation, places).on(@runtime || @language.own_runtime)
        end

        def effective = EffectiveOptions.new(@client, facts, text: @notation.text, others: other_options)

        def other_options = (@client.library ? @client.companion_options : []) + @language.runtime_options + Endpoint::OPTIONS

        def jit
          word = @notation.options[Vocabulary::Language::JIT] or return
          return word if @language.jit_words.include?(word)

          raise Usage.new("#{@notation.text}: jit=#{word} is not possible", try: Suggest.sentence(word, @language.jit_words))
        end

        def own_options = @notation.options.except(*@client.companion_options, *@language.code_options, *Endpoint::OPTIONS)

        # As it was typed. An option of that name may mean a gem of the client.
        def endpoint
          options = @notation.options.slice(*Endpoint::OPTIONS).except(*@client.companion_options)
          Endpoint.of(options, text: @notation.text) if options.any?
        end

        def own_facts = { "version" => @origin.stated_version }.compact

        def companions
          @companions ||= Companions.new(@client, @versions, surroundings: surroundings, every: @every_companion)
                                    .of(@notation.options, own_facts, text: @notation.text) { |needs| runs?(needs) }
        end

        def companion_gems = Companions.numbers(companions)

        def facts = @facts ||= own_facts.merge(companion_gems).freeze

        def surroundings = { @language.option => @runtime_version, "servers" => @servers.to_s }.freeze

        def gems
          own = @origin.release ? { @client.library => @origin.version } : {}
          own.merge(companion_gems).freeze
        end

        # The notation with exact versions, so that a record can be measured again.
        def notation
          exact = @client.companions_at({ **facts, **surroundings }).filter_map do |option, line|
            [option, facts[line.gem]] if @notation.options.key?(option) && facts[line.gem]
          end.to_h
          @notation.rewritten(@origin.version || place, @notation.options.merge(exact, places))
        end

        def place = @origin.source.kind == "path" ? "path:#{@origin.source.dir}" : @notation.version

        # Absolute paths, so that they have the same meaning in any folder. A git ref needs its repository.
        def places
          runtime = { @language.option => (@runtime || @language.own_runtime if @notation.options.key?(@language.option)) }
          checkouts = @checkouts.transform_values { |dir| "#{AddedCheckouts::FOLDER}#{dir}" }
          { **runtime, **checkouts, "repo" => (@origin.source.dir if @origin.source.kind == "git") }.compact
        end

        # The requirement, among all gems, that this runtime does not meet; if it meets all, the row's own.
        def requires_runtime
          known = [@origin.release, *looked_up.values].select { |release| release.respond_to?(:requires) }
          wanted = [@origin.requires, *known.filter_map(&:requires)].compact
          wanted.find { |needs| !runs?(needs) } || wanted.first
        end

        # The companions that were looked up in the registry.
        def looked_up = companions.select { |_, release| release.respond_to?(:requires) }

        def runs?(needs)
          needs.nil? || Catalog::Client::Condition.of("runtime" => needs).met?("runtime" => @runtime_version)
        end

        # Of the gems whose releases are known.
        def newer
          own = @client.gem && @origin.release && @origin.source.kind == "gem" ? { @client.gem => @origin.release } : {}
          own.merge(looked_up).filter_map do |gem, release|
            found = Versions.new(gem, @versions.of(gem)).beyond(release.number) { |needs| runs?(needs) } or next
            first = found.requires[/\A>= *(\d+(?:\.\d+)?)/, 1]
            Newer.new(gem: gem, version: found.number, needs: "#{@language.title} #{found.requires}",
                      pass: first && "#{@language.option}=#{first}")
          end
        rescue Trouble # the registry did not answer before either
          []
        end

        # A client's options at exact versions: defaults added, given values parsed and checked. Raises Usage for unknown
        # options and values.
        class EffectiveOptions
          # `text` is the notation, for messages. `others` are option names with other meanings than the client's own options
          # (versions, ruby, repo).
          #: (Catalog::Client, Hash[String, String], text: String, others: Array[String]) -> void
          def initialize(client, facts, text:, others:)
            @client = client
            @facts = facts
            @text = text
            @others = others
            @known = client.possible_options(facts)
          end

          # The options for the driver: every option with a value. The defaults of a checkout without a version are unknown.
          #: (Hash[String, String]) -> Hash[String, String | bool]
          def of(given)
            defaults = @facts.key?("version") ? @known.transform_values(&:effective_default) : {}
            options = defaults.merge(given.to_h { |name, word| [name, value(name, word)] })
            given.each_key { |name| refuse_alone(@known[name], options) }
            options.compact.sort.to_h.freeze
          end

          private

          # Without the options that it needs, an option would be ignored, or refused by the library. Unless another value is
          # given, a default is enough, also at an unknown version.
          def refuse_alone(option, options)
            name, word = option.needs.find do |other, needed|
              known = @known.fetch(other)
              options.fetch(other, known.effective_default) != known.read(needed)
            end
            return unless name

            raise Usage.new("#{@text}: #{option.name} needs #{name}=#{word}",
                            try: "add #{name}=#{word}, or remove #{option.name}")
          end

          def value(name, word)
            option = @known[name] || raise(unknown(name))
            read = option.read(word)
            return read unless read.nil?

            raise Usage.new("#{@text}: #{name}=#{word} is not possible; #{name} is #{option.allowed}",
                            try: Suggest.near(word, option.values || []) || "cachemark list options #{@client.name}")
          end

          def unknown(name)
            return absent(name) if @client.options.key?(name)

            dictionary = @known.keys + @others
            return Usage.new("#{@text}: #{@client.name} takes no options", try: "remove #{name}") if dictionary.empty?

            Usage.new("#{@text}: #{@client.name} has no option #{name}",
                      try: jit(name) || Suggest.near(name, dictionary) || alike(name) ||
                           Suggest.sentence(name, dictionary, kind: "options #{@client.name}"))
          end

          # For a library's own name of an option, such as down_retry_delay: the options with most of its words.
          def alike(name)
            shared = @known.keys.group_by { |option| (option.split("_") & name.split("_")).size }
            most = shared.keys.max.to_i
            "Did you mean #{shared.fetch(most).join(", ")}?" if most.positive?
          end

          # For the name of a compiler in place of the option that chooses it.
          def jit(name)
            option = Vocabulary::Language::JIT
            known = @others.include?(option) && Vocabulary::Language.all.fetch(@client.language).jits.key?(name)
            "Did you mean #{option}=#{name}?" if known
          end

          def absent(name)
            lines = @client.option_lines.select { |option| option.name == name }
            where = lines.map { |option| option.condition.requirements.map { |pair| pair.join(" ") }.join(" with ") }
            Usage.new("#{@text}: #{@client.name} #{@facts["version"]} has no option #{name}",
                      try: "it exists for #{where.uniq.join("; ")}")
          end
        end

        # The exact versions of the gems in addition to a client's own: the requested ones, else the catalogue's. A
        # companion's line may depend on the versions found before it.
        class Companions
          OFF = "off"

          # { gem => exact version } from a result of `of`.
          #: (Hash[String, Object]) -> Hash[String, String]
          def self.numbers(found) = found.transform_values { |release| release.respond_to?(:number) ? release.number : release }

          # `surroundings` as in Contender. `every`: those that only other values of options need are in use, too.
          #: (Catalog::Client, Object, ?surroundings: Hash[String, String], ?every: bool) -> void
          def initialize(client, versions, surroundings: {}, every: false)
            @client = client
            @surroundings = surroundings
            @versions = versions
            @every = every
          end

          # { gem => release or exact version (String) } of every companion in use. Raises Usage for unknown versions, and if
          # the client cannot use one.
          #: (Hash[String, String], Hash[String, String], text: String) ?{ (String?) -> bool } -> Hash[String, Object]
          def of(given, facts, text:, &runs)
            @client.companion_options.each_with_object({}) do |option, found|
              known = facts.merge(Companions.numbers(found))
              line = @client.companions_at({ **known, **@surroundings })[option]
              word = given[option] || (line.version if line && needed?(line, given, known))
              next if word.nil? || word == OFF
              raise unusable(option, facts, text) unless line

              found[line.gem] = release(line, word, given.key?(option), &runs)
            end
          end

          private

          def needed?(line, given, facts)
            options = @client.possible_options(facts)
            chosen = options.to_h { |name, option| [name, given[name] ? option.read(given[name]) : option.effective_default] }
            @every || line.needed?(chosen, options)
          end

          # The catalogue's own versions are exact, so that they need no registry.
          def release(line, word, asked, &runs)
            return word unless asked

            Versions.new(line.gem, @versions.of(line.gem)).pick(word, &runs)
          rescue Trouble
            raise unless word == Versions::NEWEST && line.version

            line.version
          end

          def unusable(option, facts, text)
            lines = @client.companions.select { |companion| companion.option == option }
            where = lines.flat_map { |line| line.condition.requirements.map { |of, requirement| "#{of} #{requirement}" } }
            Usage.new("#{text}: #{@client.name} #{facts["version"]} cannot use #{option}", try: "it can with #{where.join("; ")}")
          end
        end
      end
    end
  end
end
