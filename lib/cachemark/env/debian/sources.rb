# frozen_string_literal: true

module Cachemark
  module Env
    module Debian
      # The Debian archives of this machine's apt, from sources.list and sources.list.d, in both formats.
      class Sources
        # An archive. `address`; `keyring`: the path of the keys that sign it, or nil; `trusted`: apt requires no signature.
        Archive = Value.define(:address, keyring: nil, trusted: false)

        # An entry of a list: type, address, suites, key.
        Entry = Value.define(:types, :addresses, :suites, enabled: true, keyring: nil, trusted: false)

        # Suites that identify Debian's own archive. Other archives have packages for Debian too.
        SUITES = %w[oldoldstable oldstable stable testing unstable buster bullseye bookworm trixie forky duke sid].freeze
        ONE_LINE = /\A(?<type>deb(?:-src)?)\s+(?:\[(?<options>[^\]]*)\]\s+)?(?<address>\S+)\s+(?<suite>\S+)\s+\S/
        private_constant :Entry, :SUITES, :ONE_LINE

        # The sources of this machine.
        #: (?String) -> Sources
        def self.read(folder = "/etc/apt")
          more = Paths.matching(folder, "sources.list.d/*.{list,sources}")
          files = [File.join(folder, "sources.list"), *more.sort].select { |path| File.readable?(path) }
          new(files.to_h { |path| [path, File.read(path, encoding: "UTF-8").scrub] })
        end

        # The requirement of an archive, and how to get it, for a machine without one.
        #: () -> [String, String]
        def self.absent
          ["an archive of Debian's", "add a line to apt's sources.list: deb http://deb.debian.org/debian trixie main"]
        end

        # `texts` are {path => text}; `lookup` reads a list of mirrors that an entry refers to.
        #: (Hash[String, String], ?lookup: Method) -> void
        def initialize(texts, lookup: File.method(:read))
          @texts = texts
          @lookup = lookup
        end

        # The first archive with Debian itself, or nil.
        #: () -> Sources::Archive?
        def archive
          entries.each do |entry|
            next unless entry.enabled && entry.types.include?("deb") && entry.suites.intersect?(SUITES)

            address = entry.addresses.lazy.filter_map { |text| plain(text) }.first
            return Archive.new(address: address, keyring: entry.keyring, trusted: entry.trusted) if address
          end
          nil
        end

        private

        def entries
          @texts.flat_map { |path, text| path.end_with?(".sources") ? stanzas(text) : lines(text) }
        end

        def lines(text)
          text.lines.filter_map do |line|
            found = ONE_LINE.match(line.strip) or next
            keyring = found[:options].to_s[/\bsigned-by=(\S+)/, 1]
            Entry.new(types: [found[:type]], addresses: [found[:address]], suites: [found[:suite]], keyring: path(keyring),
                      trusted: found[:options].to_s.match?(/\btrusted=yes\b/i))
          end
        end

        def stanzas(text)
          text.lines.grep_v(/\A#/).join.split(/\n[ \t]*\n/).map do |stanza|
            fields = fields(stanza)
            types, addresses, suites = fields.values_at("types", "uris", "suites").map { |value| value.to_s.split }
            Entry.new(types: types, addresses: addresses, suites: suites, enabled: fields["enabled"] !~ /\A(no|false|0|off)\z/i,
                      keyring: path(fields["signed-by"]), trusted: fields["trusted"].to_s.casecmp?("yes"))
          end
        end

        # Indented lines continue the field above.
        def fields(stanza)
          pairs = stanza.gsub(/\n[ \t]+/, " ").scan(/^([\w-]+):[ \t]*(.*)$/)
          pairs.to_h { |name, value| [name.downcase, value.strip] }
        end

        # The entry itself may contain the key.
        def path(keyring) = keyring&.slice(%r{\A/\S+\.(gpg|pgp)\z})

        # debootstrap supports http, https and file; cloud images name a file with a list.
        def plain(address)
          return address.delete_suffix("/") if address.match?(%r{\A(https?|file):/})

          list = address[%r{\Amirror\+file:(?://)?(/\S+)}, 1] or return
          @lookup.call(list).lines.grep(%r{\Ahttps?://}).first&.split&.first&.delete_suffix("/")
        rescue SystemCallError
          nil
        end
      end
    end
  end
end
