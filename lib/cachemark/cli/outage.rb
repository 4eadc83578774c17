# frozen_string_literal: true

module Cachemark
  module CLI
    # `outage`: what clients do while a server is lost.
    class Outage < Command
      include Measuring

      # The usual number of servers; calls a second; the usual number of runs.
      SERVERS = Vocabulary::Incidents::SERVERS
      RATE = 500
      REPEATS = 3
      DELAY_NS = 200_000_000
      # The most calls of a run: a record keeps several numbers of each.
      MOST_CALLS = 1_000_000
      TIME = Options.time("10s")
      TIMES = Options.option(:repeats, "Nx", "", of: "--for") { |text| Quantity.times("--for", text, 1..100) }
      DELAY = Options.option(:delay_ns, "TIME", "", of: "--fault") { |text| Quantity.latency("--fault slow", text) }
      private_constant :TIME, :TIMES, :DELAY

      describe "Show what clients do while a server is lost.", arguments: "CONTENDER...", examples: [
        ["outage dalli pymemcache python-memcached --fault kill", "One of three servers is killed."],
        ["outage dalli,retry_delay=5 dalli --fault restart --for 45s", "How long clients take to use a restarted server again."],
        ["outage pymemcache pylibmc --fault stop=2 --at 2s+5s", "A server does not answer for 5 s."],
        ["outage dalli --fault slow,500ms --format html --output slow.html", "Slow replies, as a page with charts."],
        ["outage dalli --fault kill --max-lost 3% --recover-within 5s", "In CI: the exit code is 1 if every run exceeds a limit."]
      ]
      takes "What happens" => [
              Options.option(:faults, "--fault NAME[=N][,TIME]",
                             "The incident of server N (default: kill, of server 1). " \
                             "#{Vocabulary::Incidents::ALL.values.map { |one| "#{one.name}: #{one.sentence}" }.join(" ")} " \
                             "TIME: the delay of slow, as in slow,500ms (default: 200ms).",
                             many: true, listed: true, forms: { /\A\d/ => DELAY }) do |text|
                name, sign, struck = text.partition("=")
                [Quantity.word("--fault", name, Vocabulary::Incidents::NAMES),
                 sign.empty? ? 1 : Quantity.count("--fault #{name}", struck, 1..16)].freeze
              end
            ],
            "When" => [
              Options.option(:times, "--at BEGIN[+TIME]", "When the incident begins in a run, and how long a stop, a restart " \
                                                          "or slow replies last (default: 2s+3s).", many: true) do |text|
                begins, sign, lasts = text.partition("+")
                { at_s: (Quantity.duration("--at", begins) unless begins.empty?),
                  lasts_s: (Quantity.duration("--at", lasts) unless sign.empty?) }.compact
              end,
              TIME.with(flag: "--for TIME[,Nx]", text: "#{TIME.text} Nx: the number of runs of each contender, as in " \
                                                       "30s,5x (default: #{REPEATS}x).", forms: { /x\z/ => TIMES })
            ],
            "Load" => [
              Options.option(:rate, "--rate N", "Calls a second, each due at its own time (default: #{RATE}).") do |text|
                Quantity.count("--rate", text, 50..100_000)
              end
            ],
            "Limits" => [
              Options.option(:max_lost, "--max-lost SHARE", "The most lost calls of a run, such as 3%. Exit with 1 if every " \
                                                            "run of a contender exceeds it, with 4 if some do.") do |text|
                Quantity.share("--max-lost", text, zero: true)
              end,
              Options.option(:recover_within_ns, "--recover-within TIME",
                             "The longest time from the incident to recovery, such as 5s. The exit codes are the same.") do |text|
                Quantity.latency("--recover-within", text, most_s: 3600)
              end
            ],
            "Conditions" => [Options.with(Options::RUNTIME, Options::MEMCACHED,
                                          Options::SERVERS.with(text: "Start N private servers (default: #{SERVERS})."),
                                          Options::PLACEMENT, Options::INSTALL, Options::SEED)],
            "Report and record" => Options.measured(Report::Outage.formats, Options::RECORD)

      private

      def selection(words) = Selection.new(words, @options, **sources)

      def code(done)
        outage = Stats::Outage.of(done.record)
        return 1 if outage.wrong?

        with_limits(outage.measured? ? 0 : 3, outage.limit_verdicts)
      end

      # The contenders of `outage`, and what happens in their runs.
      class Selection
        # The incident of a run without --fault.
        USUAL = ["kill", 1].freeze
        private_constant :USUAL

        #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
        def initialize(words, options, catalog:, versions:, runtime:)
          @words = words
          @options = options.merge(*options[:times])
          @resolver = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime, servers: servers,
                                               defaults: Options.runtime(options))
        end

        # Measuring calls these methods on every selection.
        def suite_facts = { "id" => "outage", "title" => @words.join(" "), "contenders" => @words, "servers" => servers }
        def locks = {}
        def machine = {}
        def files = []

        # Raises Usage for invalid words and options.
        #: () -> Lab::Outage::Task
        def task
          raise Usage.new("outage needs a contender", try: "cachemark outage dalli") if @words.empty?

          seed = @options.fetch(:seed) { Options.seed }
          Lab::Outage::Task.new(cells: outage.cells(contenders, seed), outage: outage, seed: seed,
                                limits: @options.slice(:max_lost, :recover_within_ns),
                                memcached: (on_servers.own if @options.key?(:memcacheds)))
        end

        private

        def servers = @options.fetch(:servers, SERVERS)

        def outage
          @outage ||= begin
            name, struck = incident
            Plan::Outage.new(incident: Vocabulary::Incidents[name], struck: struck, servers: servers,
                             rate: @options.fetch(:rate, RATE), repeats: @options.fetch(:repeats, REPEATS),
                             delay_s: @options.fetch(:delay_ns, DELAY_NS) / 1e9, **@options.slice(:for_s, :at_s, :lasts_s))
          end.tap { |outage| refuse_short(outage) || refuse_unseen(outage) || refuse_many(outage) }
        end

        # [name, number of the server].
        def incident
          given = @options.fetch(:faults, [USUAL])
          refuse_several(given) if given.size > 1
          name, struck = given.first
          return [name, struck] if struck <= servers

          raise Usage.new("--fault #{name}=#{struck}: there are #{Report::Figures.counted(servers, "server")}",
                          try: "--with ring=#{struck}, or a smaller number")
        end

        def refuse_several(given)
          words = given.map { |one| "--fault #{one.join("=")}" }
          raise Usage.new("#{Vocabulary.list(words)} cannot be combined: a run has one incident", try: "keep one of them")
        end

        # Whether a client has recovered shows only after a second.
        def refuse_short(outage)
          if @options.key?(:lasts_s) && !outage.incident.ends?
            raise Usage.new("--at +TIME needs an incident that ends", try: "--fault stop, --fault restart or --fault slow")
          end

          if @options.key?(:delay_ns) && outage.incident.name != "slow"
            raise Usage.new("--fault TIME needs --fault slow", try: "--fault slow,200ms, or remove the time")
          end

          least = (outage.end_s || outage.at_s) + 2
          return if outage.for_s >= least

          raise Usage.new("--for #{format("%g", outage.for_s)}s is too short for the incident",
                          try: "--for #{format("%g", least)}s or more")
        end

        # The run must be long enough to show a recovery at the last moment, which takes a good second.
        def refuse_unseen(outage)
          within_ns = @options[:recover_within_ns] or return
          least = outage.at_s + (within_ns / 1e9) + 1
          return if outage.for_s >= least

          for_s, at_s, least_s = [outage.for_s, outage.at_s, least].map { |seconds| format("%gs", seconds) }
          raise Usage.new("--for #{for_s} is too short for --recover-within: the incident begins at #{at_s}, and recovery " \
                          "shows after a second", try: "--for #{least_s} or more")
        end

        def refuse_many(outage)
          return if outage.rate * outage.for_s <= MOST_CALLS

          raise Usage.new("a run has at most #{Report::Figures.count(MOST_CALLS)} calls",
                          try: "a lower --rate, or a shorter --for")
        end

        def contenders
          all = @words.map { |word| @resolver.resolve(word) }
          all.each { |one| refuse_null(one) || refuse_network(one) }
          all = on_servers.contenders(all) if @options.key?(:memcacheds) || all.any?(&:endpoint)
          refuse_move(all) if incident.first == "move"
          CLI::Selection.distinct(all)
        end

        # A name leads to an address, and a certificate is for a name.
        def refuse_move(all)
          other = all.find { |one| one.endpoint&.needs&.any? } or return
          raise Usage.new("#{other.id}: --fault move needs TCP over IPv4, and no TLS",
                          try: "remove #{other.endpoint.needs.values.first}")
        end

        def refuse_null(contender)
          return unless Vocabulary::References.null?(contender.client.id)

          raise Usage.new("#{contender.id} makes no network calls: an outage has nothing to measure there",
                          try: @words.one? ? "cachemark outage socket" : "remove #{contender.id}")
        end

        def refuse_network(contender)
          return unless contender.endpoint&.network?

          raise Usage.new("#{contender.id}: an outage has no network with a delay", try: "remove rtt= and bandwidth=")
        end

        def on_servers = @on_servers ||= CLI::Selection::OnServers.new(@options, CLI.servers(@options))
      end
    end
  end
end
