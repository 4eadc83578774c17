# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # Debian's own archive, as an entry of this machine's apt has it. apt itself interprets its address and its keys.
      class Archive
        # Suites that identify Debian's own archive. Other archives have packages for Debian too.
        SUITES = %w[oldoldstable oldstable stable testing unstable buster bullseye bookworm trixie forky duke sid].freeze
        LINE = /\A\s*(?<types>deb)\s+(?:\[(?<options>[^\]]*)\]\s+)?(?<uris>\S+)\s+(?<suites>\S+)\s+\S/
        # A field with its indented lines.
        FIELD = /^([\w-]+):[ \t]*(.*(?:\n[ \t].*)*)/
        private_constant :SUITES, :LINE, :FIELD

        # The requirement of an archive, and how to get it, for a machine without one.
        ABSENT = ["an archive of Debian's",
                  "add a line to apt's sources.list: deb http://deb.debian.org/debian trixie main"].freeze

        # The first entry with Debian itself in sources.list and sources.list.d, which have two formats; or nil.
        #: (?String) -> Archive?
        def self.read(folder = "/etc/apt")
          more = Paths.matching(folder, "sources.list.d/*.{list,sources}")
          files = [File.join(folder, "sources.list"), *more.sort].select { |path| File.readable?(path) }
          entries = files.flat_map do |path|
            text = File.read(path, encoding: "UTF-8").scrub
            path.end_with?(".sources") ? stanzas(text) : lines(text)
          end
          entries.map { |fields| new(fields) }.find(&:debian?)
        end

        def self.lines(text)
          text.lines.filter_map { |line| LINE.match(line)&.named_captures }
              .map { |fields| fields.merge(fields["options"].to_s.scan(/(\S+?)=(\S+)/).to_h) }
        end

        def self.stanzas(text)
          text.lines.grep_v(/\A#/).join.split(/\n[ \t]*\n/).map do |stanza|
            stanza.scan(FIELD).to_h { |name, value| [name.downcase, value.strip] }
          end
        end
        private_class_method :lines, :stanzas

        # `fields` are those of a stanza.
        #: (Hash[String, String]) -> void
        def initialize(fields)
          @fields = fields
        end

        #: () -> bool
        def debian?
          types, suites = @fields.values_at("types", "suites").map { |value| value.to_s.split }
          types.include?("deb") && suites.intersect?(SUITES) && !address.nil? && @fields["enabled"] !~ /\A(no|false|0|off)\z/i
        end

        #: () -> String?
        def address = @fields["uris"].to_s.split.grep_v(/\Acdrom:/).first&.delete_suffix("/")

        # Differs between archives whose packages may differ.
        #: () -> String
        def identity = "#{address} #{@fields["signed-by"]}"

        # A stanza of the same archive with other suites. `type` is "deb", or "deb-src" for sources.
        #: (String, Array[String]) -> String
        def stanza(type, suites)
          own = { "Types" => type, "URIs" => address, "Suites" => suites.join(" "), "Components" => "main" }
          own.merge(@fields.slice("signed-by", "trusted").compact).map { |name, value| "#{name}: #{value}\n" }.join
        end
      end
    end
  end
end
