# frozen_string_literal: true

require "digest"
require "erubi"

module Cachemark
  module Site
    module History
      # Slowdowns as an Atom feed (RFC 4287), the newest first. Times are those of the runs, and ids those of the changes, so
      # that a rebuilt feed is the same. If socket changed in the same way, the machine caused the change, and it is no
      # slowdown of a client.
      class Feed
        ENTRIES = 50
        private_constant :ENTRIES

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
          @slowdowns = contents.changes.select { |change| change.direction == "slower" && !change.surroundings }.first(ENTRIES)
        end

        def to_s
          <<~XML
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>Slowdowns of memcached clients</title>
            <id>#{id("cachemark slowdowns")}</id>
            <updated>#{[@contents.runs.last.started_at, *@slowdowns.map { |change| change.to.at }].max}</updated>
            <link rel="alternate" type="text/html" href="index.html"/>
            <author><name>Cachemark</name></author>
            <generator>Cachemark</generator>
            #{@slowdowns.map { |change| entry(change) }.join("\n")}
            </feed>
          XML
        end

        private

        def entry(change)
          <<~XML.chomp
            <entry>
            <title>#{text(History.sentence(change))}</title>
            <id>#{id(History.anchor(change))}</id>
            <updated>#{change.to.at}</updated>
            <link rel="alternate" type="text/html" href="#{text(History.address(change))}"/>
            <summary>#{text(History.evidence(change))}</summary>
            </entry>
          XML
        end

        # An identifier made from the words alone: a UUID of version 8, whose content is up to its maker.
        def id(words)
          hex = Digest::SHA256.hexdigest(words)
          "urn:uuid:#{hex[0, 8]}-#{hex[8, 4]}-8#{hex[12, 3]}-a#{hex[15, 3]}-#{hex[18, 12]}"
        end

        # XML does not allow control characters.
        def text(words) = Erubi.h(words.gsub(/[^\t\n\r\u0020-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/, "\u{FFFD}"))
      end
    end
  end
end
