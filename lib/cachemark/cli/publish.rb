# frozen_string_literal: true

module Cachemark
  module CLI
    # `publish DIR`: the entry point to the site, a history as a folder of pages that needs no web server.
    class Publish < Command
      describe "Make a static site from a history.", arguments: "DIR", examples: [
        ["publish site", "Pages to open from disk or to put on any server."],
        ["publish site --records", "With the records themselves to download."],
        ["publish site --history ci/history", "From a history in another folder."]
      ]
      takes "What to publish" => [
        Options.option(:history, "--history DIR", "Folder of the history (default: in the state folder)."),
        Options.option(:records, "--records", "Publish the records, too: all measurements, with paths and command lines.")
      ]

      private

      def perform(words)
        folder = Site::Folder.new(only_folder(words))
        folder.check
        contents = Site::Contents.of(store)
        refuse_empty if contents.runs.empty?
        pages = Site::Pages.new(contents, records: @options.fetch(:records, false))
        done = folder.fill(pages.texts, pages.copies)
        print_counts(words.first, contents, done)
        0
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
                  "#{Site::Figures.counted(done.written, "file")} written, #{done.unchanged} unchanged, #{done.removed} removed."
        @out.puts "Open #{File.join(dir, "index.html")}"
      end
    end
  end
end
