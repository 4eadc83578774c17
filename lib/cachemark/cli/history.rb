# frozen_string_literal: true

module Cachemark
  module CLI
    # `history add|list|trend|changes|prune|rebuild`: records that are kept, and what a client has cost over time.
    class History < Command
      include RunOptions

      ACTIONS = %w[add list trend changes prune rebuild].freeze
      FORMATS = Report::History::FORMATS.keys.freeze
      HOURS = { "h" => 1, "d" => 24, "w" => 168 }.freeze
      # Points of a line that a terminal has room for.
      SHOWN = 20
      # Of the options that not every action takes: which do.
      TAKEN_BY = { mode: %w[trend], last: %w[trend], since: %w[changes], keep: %w[prune], older_than: %w[prune],
                   dry_run: %w[prune], format: %w[list trend changes], output: %w[list trend changes] }.freeze
      private_constant :HOURS, :SHOWN, :TAKEN_BY

      describe "keep records, and see what a client has cost over time and where that changed",
               arguments: "add FILE...|list|trend CONTENDER SCENARIO|changes|prune|rebuild", examples: [
                 ["history add run.jsonl", "keep a copy of that record"],
                 ["history trend dalli client/get", "what a call has cost, release by release, and on which machine"],
                 ["history trend dalli,protocol=meta 'client/*' --format markdown", "with that option, in every such scenario"],
                 ["history changes --since 2026-11-01", "what became slower or faster since then"],
                 ["history prune --older-than 52w --dry-run", "which records would go"]
               ]

      private

      def declare(parser)
        on(parser, "--history DIR", "the folder of the history (default: under the state folder)", :history)
        on(parser, "--mode MODE", "trend: how calls are made (default: sync)", :mode)
        on(parser, "--last N", "trend: so many points of each line (default: 20 in a terminal, else 1000)", :last) do |text|
          Quantity.count("--last", text)
        end
        on(parser, "--since DATE", "changes: only from that day on, such as 2026-11-01", :since) { |text| read_date(text) }
        on(parser, "--keep N", "prune: all but the N newest records", :keep) { |text| Quantity.count("--keep", text, 0..10**9) }
        on(parser, "--older-than AGE", "prune: what was begun longer ago, such as 90d (never of --keep)", :older_than) do |text|
          read_age(text)
        end
        parser.on("--dry-run", "prune: only say what would go") { @options[:dry_run] = true }
        declare_output(parser, formats: FORMATS)
        super
      end

      def perform(words)
        action, *rest = words
        needs("#{ACTIONS[0..-2].join(", ")} or #{ACTIONS.last}", try: "See: cachemark help history") if action.nil?

        Quantity.word("history", action, ACTIONS)
        refuse_more(rest) unless %w[add trend].include?(action)
        refuse_stray(action)
        send(:"perform_#{action}", rest)
        0
      end

      def refuse_stray(action)
        stray, actions = TAKEN_BY.slice(*@options.keys).find { |_, takers| !takers.include?(action) }
        return unless stray

        raise Usage.new("--#{stray.to_s.tr("_", "-")} has no meaning for history #{action}",
                        try: "It is for history #{actions.join(", ")}.")
      end

      def needs(what, try:) = raise(Usage.new("history needs #{what}", try: try))

      def store(create: false)
        dir = @options[:history] || Paths.new.history
        @store ||= Cachemark::History::Store.open(dir, create: create, tell: @err.method(:puts))
      end

      # All that can be kept is kept before what cannot is complained of.
      def perform_add(paths)
        needs("a record to add", try: "cachemark history add run.jsonl") if paths.empty?

        store(create: true)
        refused = paths.filter_map { |path| keep(path, alone: paths.one?) }
        return if refused.empty?

        what = "#{refused.size} of #{paths.size} files cannot be kept:"
        raise Usage.new([what, *refused].join("\n"), try: "The others are kept.")
      end

      def keep(path, alone:)
        entry = store.add(path)
        @out.puts "#{path}: #{entry.figures.positive? ? "#{entry.figures} costs" : "no costs"} of #{entry.command}, " \
                  "#{entry.started_at}; kept as #{entry.id}"
      rescue Usage => error
        alone ? raise : error.message.lines.first.chomp
      end

      def perform_list(_words) = print(Report::History::List, store.entries)

      def perform_trend(words)
        needs("a contender and a scenario for a trend", try: "cachemark history trend dalli client/get") unless words.size == 2

        asked = Asked.new(store.series, mode: @options[:mode])
        print(Report::History::Trend, asked.series(*words).map { |series| trend(series) })
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
        needs("--keep N or --older-than AGE to prune", try: "add --dry-run to see what would go") if limits.empty?

        pruned = store.prune(**limits, dry_run: @options.fetch(:dry_run, false))
        pruned.each { |entry| @out.puts "#{entry.started_at}  #{entry.command}  #{entry.id}" }
        @out.puts "#{@options[:dry_run] ? "Would remove" : "Removed"} #{pruned.size} record#{"s" unless pruned.size == 1}."
      end

      def perform_rebuild(_words)
        rebuilt = store.rebuild
        @out.puts "The index is made again from #{rebuilt.entries} records; #{rebuilt.skipped.size} could not be read."
      end

      def print(reports, value)
        Delivery.new(@options, out: @out, err: @err).check({})
        display = Live::Display.new(@out)
        page = @options[:output] ? { width: Live::Display::WIDE } : { color: display.color?, width: display.width }
        text = reports.named(chosen).new(value, **(chosen == "terminal" ? page : {})).to_s
        @options[:output] ? AtomicFile.write(@options[:output], text) : @out.print(text)
      end

      def read_date(text)
        wrong = Usage.new("--since #{text}: not a day", try: "write it as 2026-11-01, or 2026-11-01T18:00:00Z")
        raise wrong unless text.match?(/\A\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?\z/)

        Time.iso8601(text.size > 10 ? text : "#{text}T00:00:00Z")
        text
      rescue ArgumentError
        raise wrong
      end

      # ISO 8601: what was begun before is older.
      def read_age(text)
        number, unit = text.match(/\A(\d{1,5})([hdw])\z/)&.captures
        raise Usage.new("--older-than #{text}: not an age", try: "write it as 90d, 12w or 36h") unless unit

        (Time.now - (number.to_i * HOURS.fetch(unit) * 3600)).utc.strftime("%FT%TZ")
      end
    end
  end
end
