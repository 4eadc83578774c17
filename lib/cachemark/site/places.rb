# frozen_string_literal: true

require "digest"

module Cachemark
  module Site
    # Where things stand in a site: paths from its top, and anchors in pages.
    module Places
      class << self
        #: (String) -> String
        def client(client) = "clients/#{Slug.of(client)}.html"

        #: (String) -> String
        def releases(client) = "releases/#{Slug.of(client)}.html"

        # Two versions of a client beside each other.
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
