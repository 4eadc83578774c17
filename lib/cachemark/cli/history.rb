# frozen_string_literal: true

module Cachemark
  module CLI
    # `history add|list|trend|changes|prune|rebuild`: stored records, and the cost of a client over time.
    class History < Command
      ACTIONS = %w[add list trend changes prune rebuild].freeze
      # The number of points of a line that fit on a terminal.
      SHOWN = 20
      # Options that only some actions take.
      TAKEN_BY = { last: %w[trend], since: %w[changes], keep: %w[prune], older_than: %w[prune],
                   dry_run: %w[prune], format: %w[list trend changes], output: %w[list trend changes] }.freeze
      # The number of words of `trend CONTENDER SCENARIO`.
      OF_TREND = 3
      OLDER_THAN = Options.option(:older_than, "AGE", "", of: "--keep") { |text| Quantity.ago("--keep", text) }
      SINCE = Options.option(:since, "DATE", "", of: "--last") do |text|
        text.match?(/[a-z]\z/) ? Quantity.ago("--last", text) : Quantity.day("--last", text)
      end
      private_constant :SHOWN, :TAKEN_BY, :OF_TREND, :OLDER_THAN, :SINCE

      describe "Keep records, and show how the cost of a client changed.",
               arguments: "add FILE...|list|trend CONTENDER SCENARIO [MODE]|changes|prune|rebuild", examples: [
                 ["history add run.jsonl", "Keep a copy of that record."],
                 ["history trend dalli client/get", "The cost of a call, release by release, on each machine."],
                 ["history trend dalli,protocol=meta 'client/*' --format markdown", "With that option, in every such scenario."],
                 ["history changes --last 2026-11-01", "The changes since then."],
                 ["history prune --keep 52w --dry-run", "The records that would be removed."]
               ]
      takes "History" => [Options.option(:history, "--history DIR", "Folder of the history (default: in the state folder).")],
            "With trend and changes" => [
              Options.option(:last, "--last N|AGE|DATE", "Show N points of each line of trend (default: 20 in a terminal, else " \
                                                         "1000). Of changes, show only those since an AGE such as 90d, or a " \
                                                         "DATE such as 2026-11-01.", forms: { /[-a-z]/ => SINCE }) do |text|
                Quantity.count("--last", text)
              end
            ],
            "With prune" => [
              Options.option(:keep, "--keep N|AGE", "Remove all but the N newest records, or those older than an AGE such as " \
                                                    "90d. With both, as in 20,90d, a record stays for either.",
                             listed: true, forms: { /[a-z]/ => OLDER_THAN }) { |text| Quantity.count("--keep", text, 0..10**9) },
              Options.option(:dry_run, "--dry-run", "Remove nothing. Print what would be removed.")
            ],
            "Report of list, trend and changes" => Options.report(Report::History::FORMATS)

      private

      # --mode is an old spelling of the word after the scenario.
      def parse(argv)
        mode = CommandLine.only(argv, "--mode").last&.delete_prefix("--mode=") or return super
        raise Usage.new("history: missing argument: --mode", try: "history trend CONTENDER SCENARIO MODE") if mode == "--mode"

        @err&.puts "note: --mode is now the word after the scenario"
        words = super(CommandLine.without(argv, "--mode"))
        words.size == OF_TREND ? [*words, mode] : words
      end

      def perform(words)
        action, *rest = words
        needs(Vocabulary.list(ACTIONS, "or"), try: "cachemark help history") if action.nil?

        Quantity.word("history", action, ACTIONS)
        refuse_more(rest) unless %w[add trend].include?(action)
        refuse_stray(action)
        Delivery.new(@options, out: @out, err: @err).check({})
        send(:"perform_#{action}", rest)
        0
      end

      def refuse_stray(action)
        stray, actions = TAKEN_BY.slice(*@options.keys).find { |_, takers| !takers.include?(action) }
        return unless stray

        raise Usage.new("#{Options.flag(stray)} has no meaning for history #{action}",
                        try: "use it with history #{Vocabulary.list(actions, "or")}")
      end

      def needs(what, try:) = raise(Usage.new("history needs #{what}", try: try))

      def store(create: false)
        dir = @options[:history] || Paths.new.history
        @store ||= Cachemark::History::Store.open(dir, create: create, notify: @err.method(:puts))
      end

      # Adds every valid record before it reports the others.
      def perform_add(paths)
        needs("a record to add", try: "cachemark history add run.jsonl") if paths.empty?

        store(create: true)
        refused = paths.filter_map { |path| keep(path, alone: paths.one?) }
        return if refused.empty?

        what = "#{refused.size} of #{paths.size} files cannot be kept; the others were kept:"
        raise Usage.new([what, *refused].join("\n"), try: "name records as a run wrote them")
      end

      def keep(path, alone:)
        entry = store.add(path)
        @out.puts "#{path}: #{entry.figures.positive? ? "#{entry.figures} costs" : "no costs"} of #{entry.command}, " \
                  "#{entry.started_at}; kept as #{entry.id}"
      rescue Usage => error
        alone ? raise : error.what
      end

      def perform_list(_words) = print(Report::History::List, store.entries)

      def perform_trend(words)
        needs("a contender and a scenario for a trend", try: "cachemark history trend dalli client/get") unless
          words.size.between?(2, 3)

        wanted = SeriesSearch.new(store.series, mode: words[2]).series(*words.first(2))
        print(Report::History::Trend, wanted.map { |series| trend(series) })
      end

      def trend(series)
        names = %i[client options scenario mode].zip(series).to_h
        last = @options.fetch(:last, chosen == "terminal" ? SHOWN : Cachemark::History::Store::LAST)
        Cachemark::History::Trend.new(**names, lines: store.trend(**names, last: last), changes: store.changes(only: series))
      end

      def chosen = @options.fetch(:format, "terminal")

      def perform_changes(_words)
        changes = store.changes(since: @options[:since])
        print(Report::History::Changes, Cachemark::History::Review.new(changes: changes, series: store.series.size,
                                                                       entries: store.count, since: @options[:since]))
      end

      def perform_prune(_words)
        limits = @options.slice(:keep, :older_than)
        needs("--keep N or --keep AGE to prune", try: "cachemark history prune --keep 100 --dry-run") if limits.empty?

        pruned = store.prune(**limits, dry_run: @options.fetch(:dry_run, false))
        pruned.each { |entry| @out.puts "#{entry.started_at}  #{entry.command}  #{entry.id}" }
        @out.puts "#{@options[:dry_run] ? "Would remove" : "Removed"} #{pruned.size} record#{"s" unless pruned.size == 1}."
      end

      def perform_rebuild(_words)
        rebuilt = store.rebuild
        @out.puts "The index was rebuilt from #{rebuilt.entries} records; #{rebuilt.skipped.size} could not be read."
      end

      def print(reports, value) = Delivery.new(@options, out: @out, err: @err).deliver_value(reports, value)

      # The series of a history that match the words for a contender and a scenario. Names are those of the stored records,
      # not those of the current catalogue.
      class SeriesSearch
        #: (Array[[String, String, String, String]], mode: String?) -> void
        def initialize(known, mode:)
          @known = known
          @mode = mode
        end

        # Raises Usage, with the nearest names, if there is none.
        #: (String, String) -> Array[[String, String, String, String]]
        def series(contender, scenario)
          found = of_client(@known, contender)
          found = of_scenario(found, scenario)
          wanted = @mode || "sync"
          found.select { |series| series.last == wanted }.tap { |own| refuse("mode", wanted, found.map(&:last)) if own.empty? }
        end

        private

        # As everywhere, a bare name is a client of Cachemark's own language if there is one.
        def of_client(known, word)
          notation = Contender::Notation.parse(word)
          names = known.map(&:first)
          alike = names.grep(%r{/#{Regexp.escape(notation.client)}\z})
          client = [notation.client, "#{Vocabulary::Language.own.name}/#{notation.client}", *alike] & names
          refuse("client", notation.client, names.flat_map { |name| [name, name.split("/").last] }) if client.empty?

          own = known.select { |series| series.first == client.first }
          return own if notation.options.empty? && notation.version.nil?

          of_options(own, notation)
        end

        def of_options(own, notation)
          refuse_version(notation) unless notation.version.nil? || notation.version.match?(/\A(path|git):/)
          given = notation.options.except("repo").sort.map { |pair| pair.join("=") }
          options = [*("checkout" if notation.version), *given].join(",")
          found = own.select { |series| series[1] == options }
          refuse("options", options, own.map { |series| series[1] }) if found.empty?
          found
        end

        def refuse_version(notation)
          raise Usage.new("#{notation.text}: a trend is over all versions",
                          try: "remove @#{notation.version}; measurements of a checkout are #{notation.client}@path:.")
        end

        def of_scenario(known, pattern)
          found = known.select { |series| File.fnmatch(pattern, series[2]) }
          refuse("scenario", pattern, known.map { |series| series[2] }) if found.empty?
          found
        end

        def refuse(what, word, names)
          names = names.uniq.reject(&:empty?)
          try = names.empty? ? "cachemark history add RECORD" : Suggest.sentence(word, names)
          raise Usage.new("the history has no costs of #{what} #{word}", try: try)
        end
      end
    end
  end
end
