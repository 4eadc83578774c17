# frozen_string_literal: true

module Cachemark
  module CLI
    # The selection of the user: a suite, contenders, scenarios and modes, as the cells of a job. It finds every mistake in
    # them before anything starts.
    class Selection
      FOR_S = 120.0
      YAML_FILE = /\A.*\.ya?ml\z/m

      #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
      def initialize(words, options, catalog:, versions:, runtime:)
        @words = words
        @options = options
        @locked = options[:locked] && Locked.new(options[:locked], catalog, data: data)
        @catalog = @locked ? @locked.catalog : catalog
        @versions = versions
        @runtime = runtime
      end

      # Hash: the facts about the suite for the record.
      def suite_facts
        facts = @words.empty? ? suite.facts : suite.facts.merge("title" => title)
        facts.merge(as_published&.facts(suite) || {})
      end

      # Raises Usage for invalid words and options.
      #: () -> Lab::Job
      def job
        refuse_long_keys
        Lab::Job.new(cells: cells, seed: @options.fetch(:seed) { Options.seed }, for_s: for_s,
                     open_loop: open_loop, **@options.slice(:until, :iterations, :latencies), **published)
      end

      # {contender id => lock text} that must be rebuilt exactly.
      #: () -> Hash[String, String]
      def locks = @locked ? @locked.locks : {}

      # Settings of the machine that a repeated run takes from its record, by the names of their options.
      #: () -> Hash[Symbol, Object]
      def machine = @locked ? @locked.machine : {}

      # [description, path] of every file that is read.
      #: () -> Array[[String, String]]
      def files
        named = [["locked record", @options[:locked]], ["suite", @options[:suite]&.[](YAML_FILE)], ["data", @options[:data]]]
        (named + (@options[:scenarios] || []).grep(YAML_FILE).map { |path| ["scenario", path] }).select(&:last)
      end

      private

      def for_s = @options.fetch(:for_s) { suite.for_s || FOR_S }

      def data = @data ||= @options[:data] && Pairs.new(@options[:data])

      def suite
        @suite ||= with_files(as_published ? as_published.suite(asked_suite) : asked_suite)
      end

      # A scenario file of the user runs with the contenders of any suite.
      def with_files(suite)
        files = (@options[:scenarios] || []).grep(YAML_FILE)
        files.empty? ? suite : suite.with(scenarios: suite.scenarios | @catalog.scenarios_for(files).map(&:id))
      end

      # The title names the contenders if the suite got them from the command line.
      def title = suite.contenders.empty? ? suite.title : "#{suite.title}: #{@words.join(" ")}"

      def asked_suite
        return @locked.suite if @locked

        @options[:suite] || @words.empty? ? @catalog.suite(@options.fetch(:suite, "classic")) : named
      end

      def as_published
        @as_published ||= @options[:as_published] && Lab::Published::Request.new(@options, @catalog)
      end

      def open_loop = @open_loop ||= @options[:rates] && Plan::OpenLoop.new(**@options.slice(:rates, :arrivals, :slo_ns))

      def published = as_published ? as_published.job(suite, @options[:iterations]) : {}

      # Contenders without a suite become a suite, with every scenario of their kinds.
      def named
        scenarios = @options[:scenarios] ? as_in_tables(@catalog.scenarios_for(@options[:scenarios])) : published_scenarios
        Catalog::Suite.new(id: "contenders", title: @words.join(" "), summary: "named on the command line", contenders: [],
                           scenarios: scenarios)
      end

      # In the order of the published tables; other scenarios follow.
      def as_in_tables(scenarios)
        ids = scenarios.map(&:id)
        (published_scenarios & ids) + (ids - published_scenarios)
      end

      # The 15 scenarios of the classic suite; the others are variants for old tables.
      def published_scenarios = @catalog.suite("classic").scenarios

      def cells
        cells = Plan::Cell::List.new(suite: suite, contenders: contenders, scenarios: scenarios, references: references,
                                modes: @options[:modes]).to_a
        Plan::Cell::Modes.check(cells, unsafe: @options[:unsafe] || as_published, iterations: @options[:iterations])
        return cells if cells.any?

        kinds = contenders.flat_map { |contender| contender.client.kinds }.uniq.join(" and ")
        raise Usage.new("#{suite.title}: no scenario is left to run",
                        try: "name #{kinds} scenarios, which these contenders run: cachemark list scenarios")
      end

      def contenders = @contenders ||= resolved.tap { |all| refuse_twins(all) }

      def resolved
        return entries.map { |entry| resolver.resolve(entry) } unless @options[:runtimes]

        OnRuntimes.new(@options[:runtimes], catalog: @catalog, resolver: resolver, suite: suite).contenders(entries)
      end

      def entries
        return as_published ? suite.published : suite.contenders if @words.empty?

        @words.map { |word| as_published&.entry(suite, word) || suite.entry(word) || unlisted(word) }
      end

      # A repeated run has exactly the contenders of its record.
      def unlisted(word)
        return word unless @options[:locked]

        raise Usage.new("#{word} is not in #{@options[:locked]}", try: Suggest.sentence(word, suite.contenders.map(&:id)))
      end

      def resolver
        @resolver ||= Contender::Resolver.new(catalog: @catalog, versions: @versions, runtime: @runtime,
                                              servers: @options[:server] ? 1 : @options[:servers] || suite.servers)
      end

      def refuse_twins(all)
        twin = all.map(&:id).tally.find { |_, count| count > 1 }
        raise Usage.new("#{twin.first} is named twice", try: "name each contender once") if twin
      end

      # The reference of each language and runtime is measured as well. The published programs had none, and an open loop
      # reports no costs relative to it.
      def references
        return [] if as_published || open_loop || !suite.reference

        contenders.map { |one| [one.language, one.runtime] }.uniq.map do |language, runtime|
          client = @catalog.client("#{language.name}/#{Vocabulary::References::SOCKET}")
          resolver.resolve([@catalog.word(client), runtime && "#{language.option}=#{runtime}"].compact.join(","))
        end
      end

      def scenarios = data ? data.over(chosen) : chosen

      def chosen
        all = suite.contenders.flat_map { |entry| entry.scenarios || [] } | suite.scenarios
        return all.map { |id| @catalog.scenario(id) } unless @options[:scenarios]

        kept = all & @catalog.scenarios_for(@options[:scenarios]).map(&:id)
        kept.any? ? kept.map { |id| @catalog.scenario(id) } : refuse_scenarios
      end

      def refuse_long_keys
        cell, key, bytes = @options[:server] && Plan::Cell::ForeignKeys.too_long(cells)
        return unless cell

        raise Usage.new("#{cell.scenario.id} with #{cell.contender.id}: the key #{key} (#{bytes} bytes) is longer than " \
                        "#{Plan::Cell::ForeignKeys::MOST_BYTES} bytes with the prefix that --server needs",
                        try: "shorten the key or the namespace, or remove --server")
      end

      def refuse_scenarios
        raise Usage.new("no scenario of #{suite.id} matches #{@options[:scenarios].join(" ")}",
                        try: "cachemark list scenarios")
      end

      # `--data FILE`: the user's pairs, which replace those of every scenario with pairs.
      class Pairs
        #: (String) -> void
        def initialize(path)
          @path = path
        end

        # Raises Usage if none of the scenarios has pairs.
        #: (Array[Catalog::Scenario]) -> Array[Catalog::Scenario]
        def over(scenarios)
          return scenarios.map { |scenario| scenario.pairs ? scenario.with(pairs: pairs) : scenario } if scenarios.any?(&:pairs)

          raise Usage.new("--data #{@path} replaces the pairs of scenarios, but none of these has any",
                          try: "--suite gevent, or --scenario '*-pairs'")
        end

        # The pairs of a record, if this file is a copy of the same file.
        #: (Hash[String, Object], String) -> Catalog::Pairs
        def standing_for(facts, record)
          return pairs if pairs.digest == facts["digest"]

          copy = facts["file"] ? "name a copy of #{facts["file"]}" : "remove --data: #{record} made its pairs from a seed"
          raise Usage.new("--data #{@path}: #{record} was made with other pairs (another digest)", try: copy)
        end

        # Catalog::Pairs: the content of the file. Raises Usage for anything but pairs for memcached.
        def pairs = @pairs ||= Catalog::Pairs::DataFile.read(@path)
      end

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

      # `--locked RECORD`: an earlier run as it was resolved then. It has the same rows, scenarios, servers and cores, and
      # the lock of each environment. The order of the cells is random again, because a repetition should not repeat its
      # luck.
      class Locked
        SUFFIX = ", as recorded in "
        private_constant :SUFFIX

        # `data`: the pairs of --data.
        #: (String, Catalog, ?data: Pairs?) -> void
        def initialize(path, catalog, data: nil)
          @path = path
          @record = Record::Reader.read(path)
          @known = catalog
          @data = data
          Record::Reader.interpret(path) { [self.catalog, suite, machine, locks] }
        end

        # The catalogue with the recorded scenarios.
        #: () -> Catalog
        def catalog = @catalog ||= @known.with_recorded(recorded_scenarios)

        # The recorded contenders, by their exact notations, over the recorded scenarios.
        #: () -> Catalog::Suite
        def suite
          base = @known.suites[facts["id"]]
          known = base ? base.to_h.slice(:labels, :as_published, :for_s, :reference) : {}
          layout = facts.fetch("layout") { base&.layout }
          Catalog::Suite.new(id: facts["id"] || "contenders", title: title, summary: "as recorded", layout: layout,
                             contenders: entries, scenarios: scenarios, row_labels: labels, servers: servers,
                             iterations: facts["iterations"] || 10_000, **known)
        end

        # Settings of the machine, by the names of their options.
        #: () -> Hash[Symbol, Object]
        def machine = { placement: @record.run.dig("placement", "name") }.compact

        # {contender id => lock text}.
        #: () -> Hash[String, String]
        def locks
          locked = @record.environments.select { |environment| environment["lock"] }
          locked.to_h { |environment| environment.values_at("contender", "lock") }
        end

        private

        def facts = @record.run["suite"] || {}

        def title = "#{facts["title"].to_s.partition(SUFFIX).first}#{SUFFIX}#{@path}".delete_prefix(", ")

        def servers = @record.run.dig("options", "servers") || 1

        def shown = @record.cells.select { |cell| cell["shown"] }

        def scenarios = shown.map { |cell| cell["scenario"] }.uniq

        def labels = shown.to_h { |cell| [cell.values_at("contender", "scenario"), cell["label"]] }

        # If a scenario has not changed, the catalogue's own is used, because only that has the published form.
        def recorded_scenarios
          defined = @record.cells.select { |cell| cell["definition"] }.uniq { |cell| cell["scenario"] }
          made = defined.map { |cell| Catalog::Scenario.recorded(*cell.values_at("scenario", "definition"), pairs: pairs(cell)) }
          made.reject { |scenario| @known.scenarios[scenario.id]&.to_record == scenario.to_record }
        end

        # nil for a scenario without pairs.
        def pairs(cell)
          facts = cell.dig("definition", "pairs") or return
          @data ? @data.standing_for(facts, @path) : Catalog::Pairs.recorded(facts)
        end

        def entries
          shown.group_by { |cell| cell["contender"] }.map do |id, cells|
            notation, options = notation(*cells.first.values_at("notation", "given"))
            Catalog::Suite::Entry.new(id: id, notation: notation, section: cells.first["section"], note: cells.first["note"],
                                      options: options, scenarios: cells.map { |cell| cell["scenario"] }.uniq, published: true,
                                      modes: cells.map { |cell| cell["mode"] }.uniq)
          end
        end

        # [notation, options]: a suite file may have values that the notation cannot contain.
        def notation(text, given)
          odd = (given || {}).reject { |_, value| value.match?(%r{\A[\w.:/@+%~-]+\z}) }
          [odd.reduce(text) { |rest, (name, value)| rest.sub(",#{name}=#{value}", "") }, odd]
        end
      end
    end
  end
end
