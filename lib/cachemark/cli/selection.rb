# frozen_string_literal: true

module Cachemark
  module CLI
    # The selection of the user: a suite, contenders, scenarios and modes, as the cells of a task. It finds every mistake in
    # them before anything starts.
    class Selection
      FOR_S = 120.0
      YAML_FILE = /\A.*\.ya?ml\z/m

      # The contenders. Raises Usage if one is named twice.
      #: (Array[Contender]) -> Array[Contender]
      def self.distinct(contenders)
        twice = contenders.map(&:id).tally.find { |_, count| count > 1 } or return contenders
        raise Usage.new("#{twice.first} is named twice", try: "name each contender once")
      end

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

      # The task of a run. Raises Usage for invalid words and options.
      #: () -> Lab::Run::Task | Lab::OpenLoop::Task | Lab::Published::Task
      def task
        return published_task if as_published
        return Lab::OpenLoop::Task.new(**timed, open_loop: open_loop, **@options.slice(:fail_on_slo)) if open_loop

        Lab::Run::Task.new(**timed, **@options.slice(:until, :iterations, :latencies, :counts), **option_look)
      end

      # The task of `work`, which times nothing. Raises Usage, too.
      #: () -> Lab::Work::Task | Lab::Published::Proxied::Task
      def untimed_task
        return Lab::Published::Proxied::Task.new(**common, published: as_published.programs(suite)) if as_published

        Lab::Work::Task.new(**common, sweeps: swept, **@options.slice(:counts), **option_look)
      end

      # The members of every task. Raises Usage for invalid words and options.
      #: () -> Hash[Symbol, Object]
      def common
        user_ring.check
        refuse_long_keys
        { cells: cells, memcached: memcached, seed: @options.fetch(:seed) { Options.seed } }
      end

      # The options that differ from the defaults, and the calls by which they are examined, as members of a task.
      #: () -> Hash[Symbol, Object]
      def option_look
        return {} if @options[:allow_unexamined]

        used = cells.map(&:mode).uniq
        departing = contenders.select { |contender| contender.departures.any? }
        trials = departing.flat_map { |one| Plan::OptionTrial.departures(one, used) }
        trials.any? ? { trials: trials, probes: @catalog.probes } : {}
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
        (named + patterns.map(&:name).grep(YAML_FILE).map { |path| ["scenario", path] }).select(&:last)
      end

      private

      # The members of a task that takes some time.
      def timed = { **common, for_s: @options.fetch(:for_s) { suite.for_s || FOR_S }, sweeps: swept }

      def swept = @locked ? @locked.sweeps : sweeps.to_a

      def data = @data ||= @options[:data] && ReplacementPairs.new(@options[:data])

      def suite
        @suite ||= sweeps.any? ? sweeps.over(unswept, entries.grep(Catalog::Suite::Entry)) : unswept
      end

      # The suite before its scenarios and contenders are swept.
      def unswept
        @unswept ||= with_variants(with_files(as_published ? as_published.suite(asked_suite) : asked_suite))
      end

      def sweeps
        @sweeps ||= if @options[:sweeps] || @locked
                      Sweeps.new(@options[:sweeps] || [], catalog: @catalog)
                    else
                      flag = "sweep of #{unswept.id}"
                      Sweeps.new(unswept.sweeps.map { |text| Quantity.sweep(flag, text) }, catalog: @catalog, flag: flag)
                    end
      end

      # The notations of --scenario.
      def patterns = (@options[:scenarios] || []).map { |text| Vocabulary::ScenarioNotation.parse(text) }

      # A scenario file of the user runs with the contenders of any suite.
      def with_files(suite)
        files = patterns.select { |pattern| pattern.name.match?(YAML_FILE) }.map(&:to_s)
        files.empty? ? suite : suite.with(scenarios: suite.scenarios | @catalog.scenarios_for(files).map(&:id))
      end

      # A scenario with parameters runs where the scenario runs without them.
      def with_variants(suite)
        variants = @options[:scenarios] ? chosen_scenarios.group_by(&:base).transform_values { |own| own.map(&:id) } : {}
        suite.over { |id| [id, *variants[id]] }
      end

      def chosen_scenarios = @chosen_scenarios ||= @catalog.scenarios_for(@options[:scenarios])

      # The title names the contenders if the suite got them from the command line.
      def title = suite.contenders.empty? ? suite.title : "#{suite.title}: #{@words.join(" ")}"

      def asked_suite
        return @locked.suite if @locked

        @options[:suite] || @words.empty? ? @catalog.suite(@options.fetch(:suite, default_suite)) : named
      end

      def default_suite
        published = @options[:update] || as_published || Report::Published::LAYOUTS.key?(@options[:format])
        published ? Catalog::Suite::PUBLISHED : Catalog::Suite::DEFAULT
      end

      def as_published
        @as_published ||= @options[:as_published] && Lab::Published::Request.new(@options, @catalog)
      end

      def open_loop = @open_loop ||= @options[:rates] && Plan::OpenLoop.new(**@options.slice(:rates, :arrivals, :slo_ns))

      def published_task
        Lab::Published::Task.new(**common, published: as_published.programs(suite), iterations: as_published.iterations(suite),
                                           **@options.slice(:latencies))
      end

      # Contenders without a suite become a suite, with every scenario of their kinds.
      def named
        scenarios = @options[:scenarios] ? as_in_tables(chosen_scenarios) : published_scenarios
        Catalog::Suite.new(id: "contenders", title: @words.join(" "), summary: "named on the command line", contenders: [],
                           scenarios: scenarios)
      end

      # In the order of the published tables; other scenarios follow.
      def as_in_tables(scenarios)
        ids = scenarios.map(&:id)
        (published_scenarios & ids) + (ids - published_scenarios)
      end

      # The 15 scenarios of the classic suite; the others are variants for old tables.
      def published_scenarios = @catalog.suite(Catalog::Suite::PUBLISHED).scenarios

      def cells
        cells = Plan::Cell::List.new(suite: suite, contenders: contenders, scenarios: scenarios, sweeps: sweeps.to_a,
                                     references: references_on_servers, modes: modes).to_a
        sweeps.check(cells.select(&:shown)) if cells.any?
        Plan::Cell::Modes.check(cells, unsafe: @options[:allow_unsafe] || as_published, iterations: @options[:iterations])
        return cells if cells.any?

        kinds = contenders.flat_map { |contender| contender.client.kinds }.uniq.join(" and ")
        raise Usage.new("#{suite.title}: no scenario is left to run",
                        try: "name #{kinds} scenarios, which these contenders run: cachemark list scenarios")
      end

      def modes
        return @options[:modes] unless sweeps.modes
        return sweeps.modes unless @options[:modes]

        raise Usage.new("--with mode= and --sweep both name the mode", try: "remove one of them")
      end

      def contenders = @contenders ||= self.class.distinct(offered(resolved))

      # A client may lack the way to connect to servers of the user.
      def offered(all) = user_ring.any? ? all.map { |one| one.offered(user_ring.needs) } : all

      def user_ring = @user_ring ||= UserRing.new(@options[:server] || [])

      def resolved
        all = on_runtimes
        return all unless servers_named? || all.any?(&:endpoint)

        on_servers.contenders(all).tap { |placed| refuse_servers(placed) if placed.any?(&:endpoint) }
      end

      def references_on_servers
        offered(contenders.any?(&:endpoint) ? on_servers.references(references, contenders) : references)
      end

      def servers_named? = OnServers.named?(@options) || suite.memcached

      def on_servers
        suite_memcached = suite.memcached ? { memcacheds: [suite.memcached] } : {}
        @on_servers ||= OnServers.new({ **suite_memcached, **@options }, CLI.servers(@options))
      end

      # Servers of the user are what they are, and the published programs shared one.
      def refuse_servers(all)
        user_ring.refuse(all)
        return unless @options[:as_published]

        raise Usage.new("#{all.find(&:endpoint).id}: the published programs had no such servers", try: "remove as-published")
      end

      # The release of the run's servers.
      def memcached = (on_servers.own if servers_named?)

      def on_runtimes
        return entries.map { |entry| resolver.resolve(entry) } unless @options[:runtimes] || @options[:jits]

        OnRuntimes.new(OnRuntimes.choices(@options), catalog: @catalog, resolver: resolver, suite: suite).contenders(entries)
      end

      def entries
        @entries ||= sweeps.any? ? named_entries.flat_map { |one| sweeps.entries(one, resolver.resolve(one)) } : named_entries
      end

      def named_entries
        return as_published ? unswept.published : unswept.contenders if @words.empty?

        @words.map { |word| as_published&.entry(unswept, word) || unswept.entry(word) || unlisted(word) }
      end

      # A repeated run has exactly the contenders of its record.
      def unlisted(word)
        return word unless @options[:locked]

        raise Usage.new("#{word} is not in #{@options[:locked]}", try: Suggest.sentence(word, unswept.contenders.map(&:id)))
      end

      def resolver
        @resolver ||= Contender::Resolver.new(catalog: @catalog, versions: @versions, runtime: @runtime,
                                              servers: user_ring.size || @options[:servers] || unswept.servers,
                                              defaults: Options.runtime(@options), every_companion: every_companion?)
      end

      # Whether contenders also get the gems that only other values of their options need.
      def every_companion? = false

      # The reference of each language, runtime (with the libraries that are added to it) and JIT is measured as well. The
      # published programs had none, and an open loop reports no costs relative to it.
      def references
        return [] if as_published || open_loop || !suite.reference

        all = contenders.uniq { |one| [one.language, one.runtime, one.jit, one.checkouts] }.map { |one| reference(one) }
        named = all.map { |one| one.with(id: with_version(one)) }
        named.uniq(&:id).size == all.size ? named : all
      end

      def reference(contender)
        client = @catalog.client("#{contender.language.name}/#{Vocabulary::References::SOCKET}")
        options = { contender.language.option => contender.runtime, Vocabulary::Language::JIT => contender.jit,
                    **contender.checkouts.transform_values { |dir| "#{Contender::AddedCheckouts::FOLDER}#{dir}" } }.compact
        resolver.resolve(Contender::Notation.written(@catalog.word(client), nil, options))
      end

      # Its name, with the version of its runtime in place of the path.
      def with_version(reference)
        option = reference.language.option
        reference.id.sub(%r{(?<=#{option}=)/[^,]+}, reference.surroundings[option].to_s)
      end

      def scenarios = data ? data.over(chosen) : chosen

      def chosen
        all = suite.contenders.flat_map { |entry| entry.scenarios || [] } | suite.scenarios
        return all.map { |id| @catalog.scenario(id) } unless @options[:scenarios]

        kept = all & sweeps.points(chosen_scenarios).map(&:id)
        kept.any? ? kept.map { |id| @catalog.scenario(id) } : refuse_scenarios
      end

      def refuse_long_keys
        cell, key, bytes = @options[:server] && Plan::Cell::ForeignKeys.too_long(cells)
        return unless cell

        raise Usage.new("#{cell.scenario.id} with #{cell.contender.id}: the key #{key} (#{bytes} bytes) is longer than " \
                        "#{Plan::Cell::ForeignKeys::MOST_BYTES} bytes with the prefix that a server of yours needs",
                        try: "shorten the key or the namespace, or remove server=")
      end

      def refuse_scenarios
        raise Usage.new("no scenario of #{suite.id} matches #{@options[:scenarios].join(" ")}",
                        try: "cachemark list scenarios")
      end

      # `--with data=FILE`: the user's pairs, which replace those of every scenario with pairs.
      class ReplacementPairs
        #: (String) -> void
        def initialize(path)
          @path = path
        end

        # Raises Usage if none of the scenarios has pairs.
        #: (Array[Catalog::Scenario]) -> Array[Catalog::Scenario]
        def over(scenarios)
          return scenarios.map { |scenario| scenario.pairs ? scenario.with(pairs: pairs) : scenario } if scenarios.any?(&:pairs)

          raise Usage.new("--with data=#{@path} replaces the pairs of scenarios, but none of these has any",
                          try: "--suite gevent, or --scenario '*-pairs'")
        end

        # The pairs of a record, if this file is a copy of the same file.
        #: (Hash[String, Object], String) -> Catalog::Pairs
        def recorded_as(facts, record)
          return pairs if pairs.digest == facts["digest"]

          copy = facts["file"] ? "name a copy of #{facts["file"]}" : "remove data=: #{record} made its pairs from a seed"
          raise Usage.new("--with data=#{@path}: #{record} was made with other pairs (another digest)", try: copy)
        end

        # Catalog::Pairs: the content of the file. Raises Usage for anything but pairs for memcached.
        def pairs = @pairs ||= Catalog::Pairs::DataFile.read(@path)
      end

      # The servers of the user that a command line names. All contenders use them as one ring.
      class UserRing
        #: (Array[Access]) -> void
        def initialize(accesses)
          @accesses = accesses
        end

        def any? = @accesses.any?

        # Integer; nil without servers.
        def size = (@accesses.size if any?)

        # The ways to connect that a client must offer, with their words for people: {"tls" => "TLS"}.
        #: () -> Hash[String, String]
        def needs = @accesses.map(&:needs).reduce({}, :merge)

        # Raises Usage if a server is named twice, or if the servers of the ring need different certificates or logins, of which
        # drivers have one for all servers. Not every client can mix unix sockets and ports.
        def check
          twice = @accesses.map(&:to_s).tally.find { |_, count| count > 1 }
          raise Usage.new("--with server= names #{twice.first} twice", try: "name each server once") if twice

          one, other = @accesses.uniq { |access| [access.address.unix?, access.trust, access.login] }
          return unless other

          raise Usage.new("--with server=: clients cannot reach #{one} and #{other} in the same way",
                          try: "name servers of one ring with the same scheme, ca=, user and auth=")
        end

        # Raises Usage if contenders name servers that Cachemark starts, or a network that cannot be in front of these.
        #: (Array[Contender]) -> void
        def refuse(contenders)
          return unless any?

          started = contenders.find { |contender| contender.endpoint&.started? }
          refuse_started(started) if started
          behind = contenders.find { |contender| contender.endpoint&.network? } or return
          why = @accesses.filter_map { |access| without_network(access) }.first
          raise Usage.new("#{behind.id}: #{why}", try: "remove the network (rtt, bandwidth)") if why
        end

        private

        def refuse_started(contender)
          named = contender.endpoint.options.map { |pair| pair.join("=") }.join(",")
          raise Usage.new("#{contender.id} names a server that Cachemark starts, and --with server= names yours",
                          try: "remove #{named}, or server=")
        end

        # Why no network can be in front of a server; nil if one can.
        def without_network(access)
          return Contender::Endpoint::UNIX_WITHOUT_NETWORK if access.address.unix?

          "the certificate of #{access} does not name the network in front of it" if access.trust
        end
      end
    end
  end
end
