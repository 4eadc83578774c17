# frozen_string_literal: true

module Cachemark
  module Site
    # All files of a site: the same history makes the same bytes.
    class Pages
      # A folder or program of the publisher's own machine, as contenders name it: only its last name is anybody's business.
      OWN_PATH = %r{\b(path:|#{Vocabulary::Language.all.values.flat_map(&:places).uniq.join("=|")}=)/[^,\s"'<>&\\]*/(?=[^,\s"'<>&/\\])}
      private_constant :OWN_PATH

      # `records`: whether copies of the records go with it.
      #
      #: (Contents, ?records: bool) -> void
      def initialize(contents, records: false)
        @contents = contents
        @records = records ? contents.runs.to_h { |entry| [entry.id, "data/records/#{entry.id}.jsonl"] } : {}
      end

      # Path from the site's top => text.
      #
      #: () -> Hash[String, String]
      def texts
        downloads = Downloads.new(@contents)
        { "index.html" => Home.new(@contents), "runs.html" => RunsPage.new(@contents, records: @records),
          "data.html" => Downloads::Page.new(downloads, records: @records), "feed.xml" => Feed.new(@contents),
          **@contents.clients.map { |client| of_client(client) }.reduce({}, :merge) }
          .transform_values(&:to_s).merge(downloads.files).transform_values { |text| discreet(text) }.merge(assets)
      end

      # Path from the site's top => path of the record to be copied there.
      #
      #: () -> Hash[String, String]
      def copies = @contents.runs.select { |entry| @records.key?(entry.id) }.to_h { |entry| [@records[entry.id], entry.path] }

      private

      # With the records all of it is published anyway.
      def discreet(text) = @records.empty? ? text.gsub(OWN_PATH) { Regexp.last_match(1) } : text

      def of_client(client)
        releases = ReleasesPage.new(@contents, client)
        versions = releases.pairs.to_h do |from, to|
          [Places.versions(client, from, to), VersionsPage.new(@contents, client, from, to)]
        end
        { Places.client(client) => ClientPage.new(@contents, client), Places.releases(client) => releases, **versions }
      end

      def assets = HTML::Layout.assets.transform_keys { |name| "#{Frame::ASSETS}#{name}" }
    end
  end
end
