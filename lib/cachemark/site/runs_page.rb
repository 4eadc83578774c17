# frozen_string_literal: true

module Cachemark
  module Site
    # The runs that the figures come from, the newest first.
    class RunsPage
      TEXTS = { "command" => :command, "suite" => :suite, "outcome" => :outcome, "memcached" => :server,
                "placement" => :placement, "Cachemark" => :version, "machine" => :machine_description }.freeze
      private_constant :TEXTS

      # `records` are the paths of copies in the site, by the runs' ids.
      #
      #: (Contents, ?records: Hash[String, String]) -> void
      def initialize(contents, records: {})
        @runs = contents.runs.reverse
        @count = contents.count
        @skipped = contents.skipped
        @records = records
      end

      #: () -> String
      def to_s = Frame.new.page(title: "Runs", lead: Frame.paragraph(lead, css: "lead"), sections: [table, skipped])

      private

      def lead
        runs = Words.count(@count, "run")
        @runs.size < @count ? "The newest #{Report::Figures.count(@runs.size)} of #{runs}." : "#{runs}."
      end

      def table
        grid = HTML::Grid.new(id: "runs", caption: "Runs, the newest first", columns: columns, rows: @runs,
                              anchor: ->(entry) { Places.run(entry.id) },
                              words: ->(entry) { [entry.started_at, *TEXTS.values.map { |name| entry[name] }].join(" ") })
        HTML::Section.new(id: "all", heading: "All runs", body: grid.to_s)
      end

      def columns
        [Tables.text("begun (UTC)") { |entry| Report::History.time(entry.started_at) },
         (Tables.html("record") { |entry| record(entry) } if @records.any?),
         Tables.figure("figures", ->(entry) { Report::Figures.count(entry.figures) }, &:figures),
         *TEXTS.map { |heading, name| Tables.text(heading, &name) }].compact
      end

      def record(entry) = @records.key?(entry.id) ? Frame.link("record", @records[entry.id]) : ""

      # Only file names: the folder of the history is private.
      def skipped
        return if @skipped.empty?

        items = @skipped.map { |path, reason| Frame.text("#{File.basename(path)}: #{reason.gsub(path, File.basename(path))}") }
        HTML::Section.new(id: "skipped", heading: "Records that could not be read", body: Frame.list(items))
      end
    end
  end
end
