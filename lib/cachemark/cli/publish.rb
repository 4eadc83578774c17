# frozen_string_literal: true

module Cachemark
  module CLI
    # `publish DIR`: a history as a folder of pages that any web server, or none, can show.
    class Publish < Command
      describe "make a static site of a history: trends, releases, changes, a feed", arguments: "DIR", examples: [
        ["publish site", "pages to open from disk or to put on any server"],
        ["publish site --records", "with the records themselves to download"],
        ["publish site --history ci/history", "of a history that is not the usual one"]
      ]

      private

      def declare(parser)
        parser.on("--history DIR", "the history's folder (default: under the state folder)") { |dir| @options[:history] = dir }
        parser.on("--records", "copies of the records too: everything that was measured, with paths and commands") do
          @options[:records] = true
        end
        super
      end

      def perform(words)
        folder = Site::Folder.new(only_folder(words))
        folder.check
        contents = Site::Contents.of(store)
        refuse_empty if contents.runs.empty?
        pages = Site::Pages.new(contents, records: @options.fetch(:records, false))
        done = folder.fill(pages.texts, pages.copies)
        tell(words.first, contents, done)
        0
      end

      def only_folder(words)
        return words.first if words.size == 1 && !words.first.empty?

        raise Usage.new(words.size > 1 ? "publish takes one folder, not #{words.size}" : "publish needs a folder",
                        try: "cachemark publish site")
      end

      def history = @options[:history] || Paths.new.history

      def store = Cachemark::History::Store.open(history, tell: ->(sentence) { @err.puts sentence })

      def refuse_empty
        raise Usage.new("the history in #{history} has no runs yet", try: "cachemark history add RECORD, then publish")
      end

      def tell(dir, contents, done)
        @out.puts "#{Site::Words.count(contents.count, "run")}, #{Site::Words.count(contents.changes.size, "change")}: " \
                  "#{Site::Words.count(done.written, "file")} written, #{done.unchanged} unchanged, #{done.removed} removed."
        @out.puts "Open #{File.join(dir, "index.html")}"
      end
    end
  end
end
