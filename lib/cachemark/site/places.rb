# frozen_string_literal: true

require "digest"

module Cachemark
  module Site
    # The addresses in a site: paths from its top, and anchors in pages.
    module Places
      # A file's name for whatever a client or a version is called: `ruby/dalli` and `4.3.10` stay readable, any other name is cut
      # down to what is safe in every folder and address, with a piece of its digest, so that no two are one.
      module Slug
        PLAIN = %r{\A(?:[a-z]+/[a-z0-9]+(?:[._-][a-z0-9]+)*|\d[0-9a-z]*(?:[.-][0-9a-z]+)*)\z}
        LONGEST = 60
        private_constant :PLAIN, :LONGEST

        #: (String) -> String
        def self.of(name)
          return name.tr("/", "-") if PLAIN.match?(name) && name.size <= LONGEST

          safe = name.downcase.gsub(/[^a-z0-9.]+/, "-").gsub(/\A[.-]+|[.-]+\z/, "")[0, LONGEST]
          "#{safe}~#{Digest::SHA256.hexdigest(name)[0, 12]}"
        end
      end

      class << self
        #: (String) -> String
        def client(client) = "clients/#{Slug.of(client)}.html"

        #: (String) -> String
        def releases(client) = "releases/#{Slug.of(client)}.html"

        # The page that compares two versions of a client.
        #
        #: (String, String, String) -> String
        def versions(client, from, to) = "versions/#{Slug.of(client)}/#{Slug.of(from)}..#{Slug.of(to)}.html"

        # The anchor of a series in its client's page.
        #
        #: (Track) -> String
        def anchor(track) = "series-#{digest(track.client, track.options, track.scenario, track.mode)}"

        # The anchor of a change, which stays the same as long as the change does.
        #
        #: (History::Change) -> String
        def change(change)
          names = change.to_h.values_at(:client, :options, :scenario, :mode, :metric)
          "change-#{digest(*names, change.from.entry_id, change.to.entry_id)}"
        end

        # The anchor of a run in the list of runs.
        #
        #: (String) -> String
        def run(id) = "run-#{id}"

        private

        def digest(*parts) = Digest::SHA256.hexdigest(parts.join("\0"))[0, 12]
      end
    end
  end
end
