# frozen_string_literal: true

module Cachemark
  module Site
    # What can be downloaded, and how to look at it with one's own Cachemark.
    class DownloadsPage
      # `records` are the paths of copies in the site, by the runs' ids.
      #
      #: (Downloads, ?records: Hash[String, String]) -> void
      def initialize(downloads, records: {})
        @downloads = downloads
        @records = records
      end

      #: () -> String
      def to_s = Frame.new.page(title: "Data", sections: [files, records])

      private

      def files
        items = @downloads.told.map { |path, words| "#{Frame.link(path.split("/").last, path)}: #{Frame.text(words)}" }
        HTML::Section.new(id: "files", heading: "Figures and summaries", body: Frame.list(items))
      end

      def records
        HTML::Section.new(id: "records", heading: "Records", body: @records.empty? ? none : some)
      end

      def none = Frame.paragraph("The records themselves were not published with this site (publish --records does).")

      def some
        "<p>#{Frame.text(Words.count(@records.size, "record"))}, linked from #{Frame.link("the list of runs", "runs.html")}: " \
          "everything that was measured. <code>cachemark show RECORD</code> makes any report of one, " \
          "<code>cachemark history add RECORD...</code> a history of yours.</p>"
      end
    end
  end
end
