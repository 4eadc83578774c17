# frozen_string_literal: true

module Cachemark
  module CLI
    # `find`: which release or commit made a client slower or faster.
    class Find < Command
      include Measuring

      FOR_S = 1800.0
      # A record has a single search; any other option would make it two.
      RESUMABLE = %i[resume for_s format output reports history color quiet dry_run].freeze
      METRICS = Vocabulary::Metrics::SEARCHABLE
      # The options of a search for outcomes of `check`.
      WITH_CASES = %i[cases git servers_from runtime jit seed memcacheds install format output reports record
                      color quiet dry_run].freeze
      private_constant :METRICS, :FOR_S, :RESUMABLE, :WITH_CASES

      describe "Find the release or commit that changed the cost of a client.",
               arguments: "[CLIENT[,OPTION=VALUE]...] A..B|git:BASE..HEAD", examples: [
        ["find dalli 2.7.11..3.2.8 --scenario client/get", "The release in this range that made get slower or faster."],
        ["find git:v4.3.0..HEAD --scenario client/set", "The commit instead of the release, in a client's repository."],
        ["find dalli 2.7.11..4.3.10 --scenario client/get --all", "Every release that changed the cost of get."],
        ["find dalli --with memcached=1.6.18..1.6.45 --scenario client/get", "The release of memcached that did."],
        ["find dalli 5.2.0..5.3.0 --case retry/reply-lost-by-end-in-incr", "The release in which a case of check changed."],
        ["find --resume find.jsonl", "Continue a search that was stopped."]
      ]
      takes "What to search" => [
              Options.option(:all, "--all", "Find every change, not only the largest."),
              Options::SCENARIOS.with(text: "Only these scenarios, such as 'client/get'. Repeatable. Without it, all of them, " \
                                            "one by one."),
              Options.option(:cases, "--case GLOB", "Search for changes of these cases of check instead of times. Repeatable.",
                             many: true) { |text| Quantity.pattern("--case", text) },
              Options::SWEEP,
              Options.option(:resume, "--resume RECORD", "Continue the search of this record, with its options.")
            ],
            "How long, and how it is judged" => [
              Options.option(:for_s, "--for TIME", "Stop after this time (default: 30m), shared by the scenarios.") do |text|
                Quantity.duration("--for", text)
              end,
              Options::MARGIN.with(text: "Search only for changes above this share (default: 1%)."),
              Options.option(:metric, "--metric NAME", "#{Vocabulary.list(METRICS, "or")} (default: wall).",
                             words: METRICS)
            ],
            "Conditions" => [Options.with(Options::RUNTIME, Options::RANGE, Options::MACHINE, Options::PLACEMENT, Options::INSTALL,
                                          Options::SEED, Options::MODES, Options::ALPHA),
                             Options.allow("unsafe", "non-empty")],
            "Several hosts" => [Options::HOSTS],
            "Report and record" => Options.measured(Report::Find.formats, Options::RECORD, Options::HISTORY)

      private

      # A range of commits excludes options, as an option does.
      def parse(argv)
        range, words = CommandLine.commits(super)
        @options[:git] = range if range
        words
      end

      def selection(words)
        words = resume(words) if @options[:resume]
        check(words)
        return in_cases(Range.new(words, @options, **sources)) if @options[:cases]

        refuse_several_servers
        refuse_sweeps
        Range.new(words, { for_s: FOR_S, **@options }, **sources)
      end

      def in_cases(range)
        refuse_other_than_cases
        Cases.new(range.title, range.positions, @options, **sources)
      end

      def task
        return super.with(judging: { cases: @options[:cases] }) if @options[:cases]

        task = @selection.task(judging)
        @selection.match!(@resumed) if @resumed
        on_hosts.refuse_folder if @options[:on] && @options[:git]
        in_time(task)
      end

      def code(done) = @options[:cases] ? code_of_cases(Stats::Check.of(done.record)) : Stats::Steps.of(done.record).code

      # Releases whose outcomes differ from run to run decide nothing.
      def code_of_cases(check)
        return 3 if !check.trusted? || check.failures.any? || check.untried.any?

        check.axes.flat_map(&:changes).all?(&:settled) ? 0 : Stats::Gate::UNDECIDED
      end

      def refuse_other_than_cases
        other = @options.keys - WITH_CASES
        return if other.empty?

        flags = other.map { |key| Options.flag(key) }
        raise Usage.new("#{Vocabulary.list(flags)} #{flags.one? ? "is" : "are"} about times, and --case searches for outcomes",
                        try: "remove #{flags.one? ? "it" : "them"}")
      end

      # If a host is lost, the others go on with its pairs until then.
      def rendezvous = Lab::Rendezvous.new(needs_all: false)

      # A search is continued with its own words. --for and the destination of the report may change.
      def resume(words)
        refuse_more(words)
        given = @options
        refuse_others(given.keys - RESUMABLE)
        @resumed = Record::Reader.read(given[:resume], writer: "find")
        raise Usage.new("#{given[:resume]} is not a record of find", try: "name a record that find wrote") unless
          @resumed.run["command"] == "find"
        raise Usage.new("cannot continue #{given[:resume]}: it is a search on several hosts",
                        try: "repeat the search") if @resumed.hosts.any?
        raise Usage.new("cannot continue #{given[:resume]}: it is a search for outcomes of check",
                        try: "repeat the search") if @resumed.run.dig("options", "cases")

        kept = Record::Reader.interpret(given[:resume]) { Stats::Steps.of(@resumed) && recorded_words }
        @options = { **@options.except(:output, :format), **given, seed: @resumed.run["seed"], record: given[:resume] }
        kept
      end

      # Its words; its options are kept, too.
      def recorded_words
        @options = {}
        parse(@resumed.run["argv"].drop(1))
      rescue Usage => error
        raise Usage.new("#{@resumed.path}:1: its command line cannot be read: #{error.what}",
                        try: "start another search without --resume")
      end

      def refuse_others(keys)
        return if keys.empty?

        flags = keys.map { |key| Options.flag(key) }
        raise Usage.new("#{Vocabulary.list(flags)} cannot be changed with --resume",
                        try: "remove #{flags.one? ? "it" : "them"}, or start another search without --resume")
      end

      def check(words)
        return refuse_more(words.drop(1)) if @options[:git] || (@options[:servers_from] && words.any?)
        return if words.size.between?(1, 2)

        raise Usage.new("find needs a client and a range of its versions",
                        try: "cachemark find dalli 2.7.11..3.2.8 --scenario client/get")
      end

      def judging
        { margin: Compared::JUDGING[:margin], alpha: Compared::JUDGING[:alpha], **@options.slice(:margin, :alpha),
          all: @options.fetch(:all, false), metrics: [@options.fetch(:metric, Vocabulary::Metrics::DEFAULT)] }
      end

      # The selection of a search: the versions of a client from an older to a newer one, in the selected scenarios.
      class Range < Selection
        # Hash: the facts for the record. A range of commits appears in no word.
        def suite_facts = super.merge("title" => title)

        #: (Hash[Symbol, Object]) -> Lab::Find::Task
        def task(judging) = Lab::Find::Task.new(**timed, judging: judging.freeze, range: positions.freeze)

        # Refuses to continue a record of other versions.
        #: (Record) -> void
        def match!(record)
          before = record.positions.map { |line| line["contender"] }
          return if before.empty? || before == contenders.map(&:id)

          raise Usage.new("cannot resume #{record.path}: the range has other versions than at the time of this search",
                          try: "start another search, or name both ends of the range exactly")
        end

        # Array[Plan::Position]: the versions, in order.
        def positions
          members.each_with_index.map do |member, number|
            Plan::Position.new(number: number, contender: member.contender, name: member.name, subject: member.subject)
          end
        end

        # What it searches, as it was typed.
        def title = [*@words, *@options[:git], *@options[:servers_from]].join(" ")

        private

        def contenders = members.map(&:contender)

        def members = @members ||= @options[:servers_from] ? servers : versions

        # One version of the client on each release of memcached.
        def servers
          on_servers.contenders([resolver.resolve(@words.first)]).map do |one|
            Contender::Lineage::Member.new(contender: one, name: one.endpoint.memcached)
          end
        end

        def versions = @options[:git] ? commits : resolver.lineage.releases(*@words)

        def commits
          checkout = Contender::Checkout.here(catalog: @catalog, places: Places.new, word: @words.first,
                                              command: ["find", "git:#{@options[:git]}"])
          resolver.lineage.commits(checkout, @options[:git])
        end

        # Its words are a client and a range, and no contenders.
        def entries = []

        # A search over commits needs no words; its scenarios are those of a named client.
        def asked_suite = named

        # A search does not report costs relative to the reference.
        def references = []
      end

      # The selection of a search for the version in which cases of `check` change their outcome. Releases are those of one
      # line, because the next line may have been affected when this one was fixed. The first release of the next line may be
      # the end, because it follows this line.
      class Cases < Check::Selection
        #: (String, Array[Plan::Position], Hash[Symbol, Object], **Object) -> void
        def initialize(title, positions, options, **sources)
          super([], options, **sources)
          @title = title
          @positions = positions
        end

        def suite_facts = { "id" => "find", "title" => @title, "contenders" => [] }

        private

        def refuse_words
          lines = @positions.select(&:line).chunk_while { |before, after| before.line == after.line }.to_a
          return if lines.size < 2 || (lines.size == 2 && lines.last.one?)

          raise Usage.new("#{@title} has releases of several lines: #{lines.map { |own| own.first.line }.join(", ")}",
                          try: "search one line at a time, such as #{lines.last.values_at(0, -1).map(&:name).join("..")}")
        end

        def axes
          @axes ||= begin
            positions = @positions.zip(placed(@positions.map(&:contender))).map do |position, contender|
              position.with(contender: typed(position, contender))
            end
            [Plan::Exam::Axis.new(name: name, positions: positions, cases: cases)]
          end
        end

        # The contender as `check` takes it. A commit is named without its options.
        def typed(position, contender)
          options = position.line ? {} : contender.given.except(*Contender::Notation.parse(contender.id).options.keys, "repo")
          contender.with(id: [contender.id, *options.map { |name, word| "#{name}=#{word}" }].join(","))
        end

        # "dalli@5.2.0..5.3.0"
        def name = "#{@positions.first.contender.client.name}@#{@positions.map(&:name).values_at(0, -1).join("..")}"
      end
    end
  end
end
