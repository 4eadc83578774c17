# frozen_string_literal: true

module Cachemark
  module CLI
    # The options of more than one command, and which options exclude each other. A command lists its options under the
    # headings of its help (Command.takes). An option of a single command is defined there.
    module Options
      # The words of --allow.
      ALLOWED = {
        "unsafe" => "modes that a client's documentation warns against; their rows say so",
        "non-empty" => "servers of yours that hold items",
        "load" => "with --on, a server that holds items or answers other clients",
        "unexamined" => "options of contenders, without a look at whether they change anything",
        "unresolved" => "exit with 0 if data is missing for a verdict, or the machine needs longer than --for",
        "incomplete" => "a document with the table of a run that ended early, or with an invalid row"
      }.freeze
      # The word of --format for a report without omissions.
      FULL = "full"
      COLUMNS = "with all columns of the table"
      # {key => its form} of what is not typed as an option, but excludes some.
      WORDS = { git: "git:BASE..HEAD" }.freeze
      private_constant :ALLOWED, :WORDS

      class << self
        # An option. The block parses its text: it returns the value, or raises Usage.
        #: (Symbol, String, String, **Object) ?{ (String) -> Object } -> Option
        def option(key, flag, text, **more, &read)
          Option.new(key: key, flag: flag, text: text, **more, read: read)
        end

        # --for with the default of a command. With `precision`, a share has that meaning: the measurement ends earlier.
        #: (String, ?precision: String?, ?least: Float) -> Option
        def time(default, precision: nil, least: 0.0001)
          share = option(:until, "SHARE", "", of: "--for") { |text| Quantity.share("--for", text, least: least) }
          option(:for_s, precision ? "--for TIME|SHARE" : "--for TIME",
                 ["Measure for this long, such as 40s or 10m (default: #{default}).", *precision].join(" "),
                 listed: true, forms: precision ? { /%/ => share } : {}) { |text| Quantity.duration("--for", text) }
        end

        # The counts that a table can have as columns.
        #: (Array[String]) -> Option
        def count(metrics)
          option(:counts, "--metric LIST", "Also count these, in processes that are not timed: #{metrics.join(", ")}.",
                 words: metrics, many: true, listed: true)
        end

        # Several words in one option, which may be repeated.
        #: (String, String, Array[Option]) -> Option
        def list(flag, text, members)
          name = flag[/\A\S+/]
          option(name.delete_prefix("--").to_sym, flag, text, members: members.map { |member| member.with(of: name) })
        end

        # --with, with these words.
        #: (Array[Option]) -> Option
        def with(*members)
          list("--with WORD=VALUE,...", "Conditions for all contenders, most in the words of their notation.", members.flatten)
        end

        # --allow, with these words.
        #: (*String) -> Option
        def allow(*words)
          list("--allow WORD,...", "Allow what is refused otherwise.",
               words.map { |word| option(:"allow_#{word.tr("-", "_")}", word, ALLOWED.fetch(word)) })
        end

        # The words of --with about runtimes as options of a contender.
        #: (Hash[Symbol, Object]) -> Hash[String, String]
        def runtime(options)
          { **options.fetch(:runtime, []).to_h, Vocabulary::Language::JIT => options[:jit] }.compact
        end

        # A random seed, for a command without --with seed=N.
        #: () -> Integer
        def seed = Random.new_seed % SEEDS

        # The options for the format of a report, one of these, and for its destination. `others` are other destinations,
        # `full` describes the whole report, where text usually has only a part.
        #: (Array[String], *Option, ?full: String?) -> Array[Option]
        def report(formats, *others, full: nil)
          text = "Write the report to FILE, which it replaces. Without --format, the suffix decides: " \
                 "#{Vocabulary.list(suffixes_of(formats), "or")}."
          plain = Option.new(key: :output, flag: "--output FILE", text: text, once: true)
          further = option(:reports, "FORMAT=FILE", "Also write the report in FORMAT to FILE.", words: formats,
                           many: true) { |given| given.split("=", 2).freeze }
          members = [further, *others].map { |member| member.with(of: "--output") }
          [format_option(formats, full),
           Option.new(key: :output, flag: "-o, --output FILE|WORD=FILE", members: members, plain: plain,
                      text: "#{text} A word names a further destination.")]
        end

        # The same, and an option for a preview, of a command that measures.
        #: (Array[String], *Option, ?full: String?) -> Array[Option]
        def measured(formats, *others, full: nil)
          [*report(formats, *others, full: full),
           option(:dry_run, "--dry-run", "Show the rows, the time and what would be downloaded. Start and install nothing.")]
        end

        # Refuses options that exclude each other, and options without the option that they belong to. Raises Usage.
        #: (Hash[Symbol, Object]) -> void
        def refuse_contradictions(options)
          (first, second), why = EXCLUSIVE.find { |keys, _| keys.all? { |key| options[key] } }
          if first
            raise Usage.new("#{flag(first)} and #{flag(second)} cannot be combined#{": #{why}" if why}",
                            try: "remove one of them")
          end
          part, (whole, example) = PARTS.find { |key, (needed, _)| options[key] && !options[needed] }
          raise Usage.new("#{flag(part)} needs #{flag(whole)}", try: "add #{example}, or remove #{flag(part)}") if part
        end

        # The options with the format that the suffix of the output file names, if no format is given. `formats` are those of
        # the command. Raises Usage for a suffix that belongs to another format, or to none of the command.
        #: (Hash[Symbol, Object], Array[String]) -> Hash[Symbol, Object]
        def with_format(options, formats)
          file = options[:output]
          suffix = File.extname(file.to_s).downcase
          return options if formats.empty? || TEXT.include?(suffix)

          named = SUFFIXES[suffix] or return options[:format] ? options : refuse_suffix(file, suffix, formats)
          return { **options, format: fitting(named, formats, file) } unless (given = options[:format])
          return options if given == named || !SUFFIXES.value?(given)

          raise Usage.new("--output #{file}: the suffix is not that of --format #{given}",
                          try: "remove --format, or choose another suffix")
        end

        # Whether an option was typed already, or one that excludes it.
        #: (Symbol, Array[Symbol]) -> bool
        def excluded?(key, typed)
          typed.include?(key) || EXCLUSIVE.keys.any? { |keys| keys.include?(key) && (keys - [key]).intersect?(typed) }
        end

        # The name of the option with that key, which is the same in all commands.
        #: (Symbol) -> String
        def flag(key)
          WORDS.fetch(key) { COMMANDS.each_value.lazy.filter_map { |name| CLI.const_get(name).option(key) }.first.names.last }
        end

        private

        def format_option(formats, full)
          text = "Format of the report: #{formats.join(", ")} (default: terminal)."
          return option(:format, "-f, --format NAME", text, words: formats) unless full

          option(:format, "-f, --format NAME", "#{text} #{FULL}: #{full}, also after a format, as in markdown,#{FULL}.",
                 words: [*formats, FULL], listed: true,
                 forms: { /\A#{FULL}\z/ => option(:full, FULL, "", of: "--format") { true } })
        end

        def fitting(format, formats, file)
          return format if formats.include?(format)

          raise Usage.new("--output #{file}: the command has no format #{format}",
                          try: "--format #{Vocabulary.list(formats, "or")}")
        end

        def refuse_suffix(file, suffix, formats)
          raise Usage.new("--output #{file}: no format of the command has the suffix #{suffix}",
                          try: "choose #{Vocabulary.list(suffixes_of(formats), "or")}, or add --format NAME")
        end

        # The first suffix of each of these formats that has one.
        def suffixes_of(formats) = SUFFIXES.uniq(&:last).select { |_, format| formats.include?(format) }.map(&:first)
      end

      # The subject of a measurement.
      SUITE = option(:suite, "--suite SUITE|FILE.yml", "Suite of contenders and scenarios. See: cachemark list suites.",
                     once: true)
      SCENARIOS = option(:scenarios, "-s, --scenario GLOB|FILE.yml", "Only these scenarios, such as 'client/*'. Repeatable.",
                         many: true) { |text| Quantity.pattern("--scenario", text) }
      SWEEPS = option(:sweeps, "--sweep NAME=LIST", "Measure with each value of a parameter, of a mode, or of an option of the " \
                                                    "contenders, such as size=100,10k,1M or threads=1,4. Repeat the option " \
                                                    "for all combinations. 'pool_size=$threads' takes the values of " \
                                                    "threads.", many: true) do |text|
        Quantity.sweep("--sweep", text)
      end
      MODES = option(:modes, "mode=MODE", "How calls are made, such as sync, threads-4 or gevent-8,shared. Each is measured.",
                     many: true, tails: %w[shared]) { |text| Vocabulary::Mode.parse(text).to_s }
      DATA = option(:data, "data=FILE", "JSON object of strings that replaces the key-value pairs of the scenarios.")
      JIT_WORDS = Vocabulary::Language.all.values.flat_map(&:jit_words).uniq.freeze
      private_constant :JIT_WORDS
      RUNTIMES = [
        *Vocabulary::Language.all.values.sort_by { |language| language.own ? 0 : 1 }.map do |language|
          option(:runtimes, "#{language.option}=PATH|VERSION", "#{language.title} that runs the clients.", many: true) do |text|
            [language.option, text].freeze
          end
        end,
        option(:jits, "jit=NAME", "JIT compiler of the clients' runtime: #{JIT_WORDS.join(" or ")} (default: the runtime's).",
               words: JIT_WORDS, many: true)
      ].freeze
      # The same for commands that use one runtime of each language.
      RUNTIME = [*RUNTIMES[0..-2].map { |member| member.with(key: :runtime) },
                 RUNTIMES.last.with(key: :jit, many: false, once: true)].freeze
      LOCKED = option(:locked, "locked=RECORD",
                      "Repeat an earlier run: the same rows, scenarios and environments in a new random order.")
      # The word of --suite for a published benchmark.
      AS_PUBLISHED = option(:as_published, "as-published",
                            "Repeat the published benchmark as it was: its versions, order and flaws, in one pass. Also " \
                            "after a suite, as in versions,as-published.", published: true, of: "--suite") { true }
      # A sweep of a command that takes one.
      SWEEP = SWEEPS.with(text: "Measure with each value of a parameter or a mode, such as size=100,10k,1M or threads=1,4.")
      SELECTION = [SUITE.with(listed: /,(?=#{AS_PUBLISHED.flag}\z)/, forms: { /\A#{AS_PUBLISHED.flag}\z/ => AS_PUBLISHED }),
                   SCENARIOS].freeze
      COMPARED = [SCENARIOS, SUITE].freeze

      # Duration and precision. The largest seed is SEEDS.
      SEEDS = 2**31
      SEED = option(:seed, "seed=N", "Seed of all random choices.") do |text|
        Quantity.count("--with seed", text, 0..SEEDS)
      end
      MEASURING = time("the suite's time, or 2m", least: 0.01,
                                                  precision: "1%: stop when each × socket is known to within ± this share.")
                  .then do |time|
        time.with(flag: "--for TIME|SHARE|Nx", text: "#{time.text} 1000x: measure exactly 1000 iterations of each row.",
                  forms: { **time.forms,
                           /x\z/ => option(:iterations, "Nx", "", of: "--for") { |text| Quantity.times("--for", text) } })
      end

      # A word of --metric.
      LATENCIES = option(:latencies, "latencies", "", of: "--metric") { true }

      # Latency under load.
      KINDS = Plan::OpenLoop::Arrivals::KINDS
      private_constant :KINDS
      LOAD = [
        option(:rates, "--rate N|LOW..HIGH",
               "Open loop: N calls a second, each due at its own time, whether or not earlier calls have been answered. " \
               "LOW..HIGH measures 8 rates, LOW..HIGH/10 measures 10. A word is the spacing of the calls, as in 5000," \
               "#{KINDS.last}: #{KINDS.join(" or ")} (default: #{KINDS.first}).", listed: true,
               forms: { /\A[a-z]/ => option(:arrivals, "KIND", "", of: "--rate", words: KINDS) }) do |text|
          Quantity.rates("--rate", text)
        end,
        option(:slo_ns, "--slo TIME[,fail]", "Report the highest rate whose p99 stays below this time, such as 1ms. fail: exit " \
                                             "with 1 if a row exceeds it at the highest rate of --rate.", listed: true,
               forms: { /\Afail\z/ => option(:fail_on_slo, "fail", "", of: "--slo") { true } }) do |text|
          Quantity.latency("--slo", text)
        end
      ].freeze

      # Settings of the verdicts.
      MARGIN = option(:margin, "--margin SHARE", "Same: the interval lies within ± this share (default: 1%). A gate passes " \
                                                 "only slowdowns that are certainly smaller.") do |text|
        Quantity.share("--margin", text)
      end
      ALPHA = option(:alpha, "alpha=SHARE", "Risk of any wrong verdict in the whole report (default: 1%).") do |text|
        Quantity.share("--with alpha", text)
      end
      # The word for all metrics that a busy machine does not change.
      COUNTS = "counts"
      COMPARABLE = [*Vocabulary::Metrics::NAMES, COUNTS].freeze
      private_constant :COMPARABLE
      METRICS = option(:metrics, "--metric LIST",
                       "What to compare: #{Vocabulary::Metrics::NAMES.join(", ")} (default: #{Vocabulary::Metrics::DEFAULT}). " \
                       "#{COUNTS}, for a busy machine such as a shared CI runner: #{Vocabulary::Metrics::EXACT.join(", ")}.",
                       words: COMPARABLE, once: true) do |text|
        names = Quantity.words("--metric", text, COMPARABLE)
        names.flat_map { |name| name == COUNTS ? Vocabulary::Metrics::EXACT : [name] }.uniq.freeze
      end
      JUDGING = [MARGIN, METRICS].freeze

      # Machine and servers.
      PLACEMENT = option(:placement, "placement=NAME", "Cores of the server and the drivers: " \
                                                       "#{Vocabulary.list(Host::Placement::NAMES, "or")} " \
                                                       "(default: one-core; two-core for concurrent modes).",
                         words: Host::Placement::NAMES, once: true)
      INSTALL = option(:install, "install=no|cached", "Install nothing, or use only what is in the cache.",
                       words: %w[no cached], once: true)
      # A single release of memcached. A command may take several, each measured, or a range of the known ones.
      MEMCACHED = option(:memcacheds, "memcached=VERSION|PATH",
                         "Start this memcached, such as 1.6.45, 1.6 or newest. See: cachemark list servers.", many: true)
      RANGE = MEMCACHED.with(flag: "memcached=VERSION|PATH|A..B",
                             forms: { /\.\./ => option(:servers_from, "memcached=A..B", "", of: "--with", once: true) })
      SERVERS = option(:servers, "ring=N", "Start N private servers (default: the suite's number, or 1).") do |text|
        Quantity.count("--with ring", text, 1..16)
      end
      # A network between clients and servers.
      NETWORK = [
        option(:rtts, "rtt=TIME", "Round-trip time of a network in front of the servers, such as 0.2ms.", many: true) do |text|
          Contender::Endpoint.word("rtt", text, as: "--with rtt")
        end,
        option(:bandwidths, "bandwidth=RATE", "Bandwidth of that network in each direction, such as 10mbit.",
               many: true) do |text|
          Contender::Endpoint.word("bandwidth", text, as: "--with bandwidth")
        end
      ].freeze
      # --with, with every word that a command has.
      WITH = with(RUNTIMES, RANGE, NETWORK, PLACEMENT, INSTALL)
      # No word of WITH: a repository's file must not name a server.
      SERVER = option(:server, "server=HOST:PORT|URL",
                      "Use your memcached server at this address. It is never flushed. Several addresses are a ring. " \
                      "URLs: tls://USER@HOST:PORT?ca=FILE or unix:///PATH.", many: true) do |text|
        UserServer.new("--with server=", text).access
      end
      MACHINE = [SERVER, SERVERS].freeze

      # Destinations of the results, as words of --output.
      UPDATE = option(:update, "document=FILE", "Put the table into the document FILE, in the suite's published layout.",
                      published: true)
      RECORD = option(:record, "record=FILE", "Keep all measurements in FILE, also without the word if its suffix is .jsonl " \
                                              "(default: a new file in the state folder).", suffix: ".jsonl")
      HISTORY = option(:history, "history=DIR", "Add the record to this history, too. See: cachemark help history.")
      # Several hosts.
      REPLICAS = option(:replicas, "N", "", of: "--on") { |text| Quantity.count("--on", text, 1..1_000) }
      HOSTS = option(:on, "--on LAUNCHER[:HOSTS]|N",
                     "Measure on other hosts: ssh:HOST,HOST, ssh:@FILE or slurm[:PARTITION]. See: cachemark list launchers. " \
                     "A second --on N starts N processes, spread over the hosts (default: one on each named host).",
                     once: true, forms: { /\A-?\d+\z/ => REPLICAS })
      RESUMED = option(:resumed, "--resume RECORD", "With --on: continue the run of RECORD on hosts without a complete record.")
      # Options that may differ from those of the resumed run.
      WITH_RESUMED = %i[resumed on replicas format output reports history color quiet].freeze
      # Options of every command.
      COMMON = [
        option(:color, "--color WHEN", "Colours in a terminal: auto, always or never (default: auto). With never, progress " \
                                       "comes in lines, for logs and screen readers.", words: %w[auto always never].freeze),
        option(:quiet, "-q, --quiet", "Print only the report and errors."),
        option(:usual, "-h", "Print the usual options."), option(:help, "--help", "Print all options.")
      ].freeze
      # At most this many options are usual: the first of a command among these.
      MOST_USUAL = 10
      USUAL = %i[suite scenarios cases baseline faults base head all with for_s rates margin metrics
                 metric counts sweeps format output dry_run].freeze

      # Suffix of the output file => the format that it means. Formats without a suffix fit every file.
      SUFFIXES = { ".html" => "html", ".htm" => "html", ".json" => "json", ".csv" => "csv", ".md" => "markdown",
                   ".markdown" => "markdown", ".xml" => "junit" }.freeze
      # Suffixes of files for the default format.
      TEXT = ["", ".txt", ".log"].freeze
      private_constant :SUFFIXES, :TEXT

      # Pairs of options that cannot be combined, and why; nil if it is obvious.
      EXCLUSIVE = {
        %i[server memcacheds] => "the first names a server of yours, the second starts private servers",
        %i[server servers_from] => "the first names a server of yours, the second starts private servers",
        %i[memcacheds servers_from] => "both name the servers",
        %i[git servers_from] => "a search goes over commits or over servers",
        %i[locked servers_from] => "a repeated run has the servers of its record",
        %i[server servers] => "the first names a server of yours, the second starts private servers",
        %i[iterations for_s] => "the first measures an exact number, however long it takes",
        %i[iterations until] => "the first measures an exact number, the second stops when enough is known",
        %i[rates as_published] => "the published programs waited for each reply",
        %i[rates until] => "an open loop lasts as long as --for says",
        %i[rates iterations] => "the rate and --for say how many calls there are",
        %i[rates latencies] => "an open loop measures the latency of every call",
        %i[rates counts] => "an open loop has no column for counts",
        %i[as_published counts] => "the published programs counted nothing",
        %i[sweeps rates] => "rates are a sweep already; name the points with --scenario",
        %i[sweeps locked] => "a repeated run has the points of its record",
        %i[sweeps as_published] => "the published programs have no sweeps",
        %i[rates update] => "documents have places for tables of costs only",
        %i[baseline write_baseline] => nil,
        %i[write_baseline fail_fast] => "a baseline needs the outcome of every case",
        %i[advisories fail_on] => "the verdict is about each advisory",
        %i[advisories fail_fast] => "the verdict is about each advisory",
        %i[watch on] => "each saved state is compared here",
        **%i[locked suite output record format until history].to_h do |key|
          [[:watch, key], "each saved state is compared and shown, and nothing is kept"]
        end
      }.freeze
      # {option => [the option that it belongs to, an example]}.
      PARTS = { arrivals: [:rates, "--rate 5000"], slo_ns: [:rates, "--rate 5000"],
                fail_on_slo: [:slo_ns, "--slo 1ms"],
                replicas: [:on, "--on ssh:HOST"], resumed: [:on, "--on ssh:HOST"] }.freeze
    end
  end
end
