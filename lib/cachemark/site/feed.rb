# frozen_string_literal: true

require "digest"
require "erubi"

module Cachemark
  module Site
    # Slowdowns as an Atom feed (RFC 4287), the newest first. Times are those of the runs, and ids those of the changes, so that a
    # feed that is made again is the same. What socket did alike is the machine's, and no slowdown of a client.
    class Feed
      ENTRIES = 50
      private_constant :ENTRIES

      #: (Contents) -> void
      def initialize(contents)
        @contents = contents
        @slowdowns = contents.changes.select { |change| change.direction == "slower" && !change.surroundings }.first(ENTRIES)
      end

      #: () -> String
      def to_s
        <<~XML
          <?xml version="1.0" encoding="UTF-8"?>
          <feed xmlns="http://www.w3.org/2005/Atom">
          <title>Slowdowns of memcached clients</title>
          <id>#{id("cachemark slowdowns")}</id>
          <updated>#{updated}</updated>
          <link rel="alternate" type="text/html" href="index.html"/>
          <author><name>Cachemark</name></author>
          <generator>Cachemark</generator>
          #{@slowdowns.map { |change| entry(change) }.join("\n")}
          </feed>
        XML
      end

      private

      def updated = [@contents.runs.last.started_at, *@slowdowns.map { |change| change.to.at }].max

      def entry(change)
        <<~XML.chomp
          <entry>
          <title>#{text(Words.change(change))}</title>
          <id>#{id(Places.change(change))}</id>
          <updated>#{change.to.at}</updated>
          <link rel="alternate" type="text/html" href="#{text("#{Places.client(change.client)}##{Places.change(change)}")}"/>
          <summary>#{text(Words.evidence(change))}</summary>
          </entry>
        XML
      end

      # An identifier that is made of the words alone: a UUID of version 8, which leaves that to its maker.
      def id(words)
        hex = Digest::SHA256.hexdigest(words)
        "urn:uuid:#{hex[0, 8]}-#{hex[8, 4]}-8#{hex[12, 3]}-a#{hex[15, 3]}-#{hex[18, 12]}"
      end

      # XML has no place for control characters.
      def text(words) = Erubi.h(words.gsub(/[^\t\n\r\u0020-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/, "\u{FFFD}"))
    end
  end
end
