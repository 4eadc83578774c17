# frozen_string_literal: true

require "etc"
require "socket"

module Cachemark
  module Results
    # The names in a record that say whose machine it was: its own name, its users, their folders and its addresses. Each is
    # replaced wherever it occurs.
    #
    # A path keeps its last part. Paths of the operating system and of Cachemark's cache stay, because they are the same on
    # every machine.
    class Names
      # Not after a name, as in client/get, nor after a scheme.
      PATH = %r{(?:(?<![\w.~:/-])|(?<=[a-z]:)(?!//)|(?<=file://)|(?<=\s-[A-Z])|(?<=\A-[A-Z]))/[^\s"'`,:;()<>|\[\]{}]+}
      SYSTEM = %r{\A/(?:usr|lib|lib64|bin|sbin|etc|proc|sys|dev)(?:/|\z)}
      # A home folder, of whichever user. The cache in it is kept.
      HOME = %r{(?:/home/[^/\s"']+|/Users/[^/\s"']+|/root)(?=/|\b)}
      # Names that are no secret, and too short ones, which are parts of other words.
      PUBLIC = [*%w[root localhost memcache memcached runner ubuntu debian cachemark user], *Vocabulary::Language.all.keys].freeze
      SHORTEST = 3
      # Members of a record with numbers or octets in base64, where a slash begins no path.
      PACKED = %w[arrivals due keys writes versions lags latencies outcomes fills computed bytes octets].freeze
      BASE64 = %r{\A[A-Za-z0-9+/]+={0,2}\z}
      # In place of the folders of a path.
      ELSEWHERE = "…/"
      private_constant :PATH, :SYSTEM, :HOME, :PUBLIC, :SHORTEST, :PACKED, :BASE64

      # Those of this machine.
      #: () -> Names
      def self.here
        homes = [home, Etc.getpwuid&.dir].compact
        new(hosts: names(Socket.gethostname), users: [Etc.getpwuid&.name].compact, folders: homes.to_h { |path| [path, "~"] },
            addresses: Socket.ip_address_list.reject { |one| one.ipv4_loopback? || one.ipv6_loopback? }.map { |one| bare(one) })
      end

      # A container may have a user without a home.
      def self.home
        Dir.home
      rescue ArgumentError
        nil
      end
      private_class_method :home

      # The whole name of a host first, then its part before the domain.
      def self.names(host) = [host, host[/\A[^.]+/]].compact.uniq
      private_class_method :names

      def self.bare(address) = address.ip_address.sub(/%.*/, "")
      private_class_method :bare

      # `folders` are {path => its replacement}.
      #: (?hosts: Array[String], ?users: Array[String], ?addresses: Array[String], ?folders: Hash[String, String]) -> void
      def initialize(hosts: [], users: [], addresses: [], folders: {})
        @folders = { **folders.reject { |path, _| path == "/" }, ROOT => "cachemark" }.sort_by { |path, _| -path.size }
        @words = [*named(hosts, "HOST"), *named(users, "USER"), *addresses.map { |one| [whole(one), "ADDRESS"] }]
      end

      # A value of a record with each name replaced, at any depth.
      #: (Object) -> Object
      def without(value)
        case value
        when String then hidden(value)
        when Array then value.map { |one| without(one) }
        when Hash then value.to_h { |key, one| [key.is_a?(String) ? hidden(key) : key, packed?(key, one) ? one : without(one)] }
        else value
        end
      end

      private

      # The octets of a case are lists, the last of whose members is in base64.
      def packed?(key, value)
        PACKED.include?(key) && (value.is_a?(String) ? BASE64.match?(value) : key == "octets")
      end

      def named(words, replacement)
        (words - PUBLIC).select { |word| word.size >= SHORTEST }.map { |word| [whole(word), replacement] }
      end

      # Only as a whole word, in any case.
      def whole(word) = /(?<![\w.-])#{Regexp.escape(word)}(?![\w-])/i

      def hidden(text)
        return text unless text.valid_encoding?

        text = @folders.reduce(text) { |known, (path, name)| known.gsub(%r{#{Regexp.escape(path)}(?=/|\b|\z)}, name) }
        text = text.gsub(HOME, "~").gsub(PATH) { |path| path.match?(SYSTEM) ? path : shortened(path) }
        @words.reduce(text) { |known, (word, replacement)| known.gsub(word, replacement) }
      end

      def shortened(path) = path.count("/") > 1 ? "#{ELSEWHERE}#{File.basename(path)}" : path
    end
  end
end
