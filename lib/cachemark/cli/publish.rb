# frozen_string_literal: true

module Cachemark
  module CLI
    # `publish DIR`: the entry point to the site, a history or results as a folder of pages that needs no web server.
    class Publish < Command
      # A place of the project on the web.
      ADDRESS = %r{\Ahttps?://[\w./-]+\z}
      private_constant :ADDRESS

      describe "Make a static site from a history, or from results.", arguments: "[DIR]", examples: [
        ["publish site", "Pages of your history, to open from disk or to put on any server."],
        ["publish site --records", "With the records themselves to download."],
        ["publish site --results results", "Which client to use, from a folder of results."],
        ["publish --results results --add RECORD", "Summarise a record for a folder of results, without names of this machine."],
        ["publish --results results --verify RESULT.json", "Compare a result of somebody else with its record or its digest."]
      ]
      takes "From a history" => [
              Options.option(:history, "--history DIR", "Folder of the history (default: in the state folder)."),
              Options.option(:records, "--records", "Publish the records, too: all measurements, with paths and command lines.")
            ],
            "From results" => [
              Options.option(:results, "--results DIR", "Folder of results, in place of a history."),
              Options.option(:add, "--add RECORD", "First summarise RECORD into the folder of results. Repeatable.", many: true),
              Options.option(:verify, "--verify FILE", "Compare a result with the copy of its record, or with its digest. " \
                                                       "Repeatable.", many: true),
              Options.option(:repository, "--repository URL", "Link to the catalogue's files there, for corrections.") do |text|
                raise Usage.new("--repository #{text} is no address", try: "https://HOST/PROJECT") unless ADDRESS.match?(text)

                text.chomp("/")
              end
            ]

      private

      def perform(words)
        return publish_results(words) if @options[:results]

        refuse_alone
        folder = Site::Folder.new(only_folder(words))
        folder.check
        contents = Site::History::Contents.of(store, records: @options.fetch(:records, false))
        refuse_empty if contents.runs.empty?
        done = folder.fill(*Site::History.files(contents))
        print_counts(words.first, contents, done)
        0
      end

      def refuse_alone
        option = %i[add verify repository].find { |name| @options.key?(name) } or return
        raise Usage.new("--#{option} needs a folder of results", try: "--results results")
      end

      # Everything is checked before a file is written.
      def publish_results(words)
        return verify(words) if @options[:verify]

        site = Site::Folder.new(only_folder(words)) if words.any? || !@options[:add]
        site&.check
        folder = Cachemark::Results::Folder.new(@options[:results])
        added = Publication.new(folder)
        @options.fetch(:add, []).each { |record| added.add(record) }
        added.added.each { |path| @out.puts path }
        print_results(words.first, folder, site) if site
        0
      end

      def verify(words)
        refuse_more(words)
        missing = @options[:verify].find { |path| !File.file?(path) }
        raise Usage.new("there is no file #{missing}", try: "name a file of #{@options[:results]}") if missing

        verification = Verification.new(Cachemark::Results::Folder.new(@options[:results]))
        found = @options[:verify].map { |path| [path, *verification.call(path)] }
        found.each { |path, _, sentence| @out.puts Report::Visible.text("#{path}: #{sentence}") }
        found.all? { |_, fine, _| fine } ? 0 : 1
      end

      def print_results(dir, folder, site)
        results = folder.results
        short, own = results.partition(&:short?)
        raise Usage.new("#{folder.path} has no results yet", try: "add one with --add RECORD") if results.empty?
        raise Usage.new("#{folder.path} has only short forms", try: "cachemark contribute CLIENT, but not short") if own.empty?

        done = Record::Reader.interpret(folder.path, try: "compare each result with its record: --verify FILE") do
          site.fill(*Site::Results.files(contents(folder, own), folder))
        end
        without = ", without #{short.size} of short forms, which no page uses" if short.any?
        @out.puts "#{Site::Figures.counted(own.size, "result")}#{without}: #{files(done)}", "Open #{File.join(dir, "index.html")}"
      end

      def contents(folder, results)
        records = results.filter_map do |result|
          folder.copy(result)&.then { |path| [result.name, "data/#{result.folder}/#{File.basename(path)}"] }
        end
        catalog = Catalog.load
        Site::Results::Contents.new(survey: Cachemark::Results::Survey.new(results), campaigns: catalog.campaigns.values,
                                    repository: @options[:repository], records: records.to_h,
                                    summaries: catalog.clients.transform_values(&:about),
                                    warnings: catalog.clients.transform_values(&:warning).compact)
      end

      def only_folder(words)
        return words.first if words.size == 1 && !words.first.empty?

        raise Usage.new(words.size > 1 ? "publish takes one folder, not #{words.size}" : "publish needs a folder",
                        try: "cachemark publish site")
      end

      def history = @options[:history] || Paths.new.history

      def store = Cachemark::History::Store.open(history, notify: ->(sentence) { @err.puts sentence })

      def refuse_empty
        raise Usage.new("the history in #{history} has no runs yet", try: "cachemark history add RECORD")
      end

      def print_counts(dir, contents, done)
        @out.puts "#{Site::Figures.counted(contents.count, "run")}, #{Site::Figures.counted(contents.changes.size, "change")}: " \
                  "#{files(done)}"
        @out.puts "Open #{File.join(dir, "index.html")}"
      end

      def files(done)
        "#{Site::Figures.counted(done.written, "file")} written, #{done.unchanged} unchanged, #{done.removed} removed."
      end
    end
  end
end
