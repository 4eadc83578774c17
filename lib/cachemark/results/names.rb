# frozen_string_literal: true

require "etc"
require "set"
require "socket"

module Cachemark
  module Results
    # The names in a record that say whose machine it was: its own name, its users, their folders and its addresses. Each is
    # replaced wherever it occurs in a text. The name of a member is replaced only if it is a path.
    #
    # Some names cannot be replaced everywhere, because they are words of a record, too: a host may be called `server`, a user
    # `block` or `ab`. Such a host is replaced in front of a port, and such a user in the path of a home folder.
    class Names
      # Names that are no secret.
      PUBLIC = [*%w[root localhost memcache memcached runner ubuntu debian cachemark user], *Vocabulary::Language.all.keys].freeze
      # Shorter names are parts of sentences.
      SHORTEST = 3
      # Members that are left alone: pieces of traffic in base64, which may look like a path, and counts by the names of methods.
      EVIDENCE = %w[octets methods].freeze
      # Members that may be a text in base64, and that are left alone if they are.
      NUMBERS = %w[bytes computed outcomes versions latencies lags waits due arrivals keys writes fills].freeze
      BASE64 = %r{\A(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\z}
      # Members whose values are words of Cachemark and of its catalogue.
      VOCABULARY = %w[type of command kind status outcome mode client scenario fault case metric op].freeze
      WORD = /[\w.-]+/
      PORT = /(?=:\d{4,5}\b)/
      # In place of the folders of a path.
      ELSEWHERE = "…/"
      private_constant :PUBLIC, :SHORTEST, :EVIDENCE, :NUMBERS, :BASE64, :VOCABULARY, :WORD, :PORT

      # Those of this machine.
      #: (?Paths) -> Names
      def self.here(paths = Paths.new)
        homes = [Paths.home, account&.dir].compact.to_h { |path| [path, "~"] }
        own = { paths.cache => "~/.cache/cachemark", File.dirname(paths.history) => "~/.local/state/cachemark" }
        new(hosts: names(Socket.gethostname), users: [*account&.name], folders: { **homes, **own },
            addresses: Socket.ip_address_list.reject { |address| address.ipv4_loopback? || address.ipv6_loopback? }
                             .map { |address| bare(address) })
      end

      # A container may have a user without an account.
      def self.account
        Etc.getpwuid
      rescue ArgumentError
        nil
      end
      private_class_method :account

      # The whole name of a host first, then its part before the domain.
      def self.names(host) = [host, host[/\A[^.]+/]].compact.uniq
      private_class_method :names

      def self.bare(address) = address.ip_address.sub(/%.*/, "")
      private_class_method :bare

      # `folders` are {path => its replacement}. `words` are the words of a record.
      #: (?hosts: Array[String], ?users: Array[String], ?addresses: Array[String], ?folders: Hash[String, String], ?words: Enumerable[String]) -> void
      def initialize(hosts: [], users: [], addresses: [], folders: {}, words: [])
        @given = { hosts: hosts, users: users, addresses: addresses, folders: folders }
        @files = FileNames.new({ **folders.reject { |path, _| path == "/" }, ROOT => "cachemark" })
        common, rare = (hosts - PUBLIC).partition { |host| common?(host, words) }
        @patterns = [*rare.map { |host| [whole(host), "HOST"] }, *common.map { |host| [whole(host, PORT), "HOST"] },
                     *(users - PUBLIC).reject { |user| common?(user, words) }.map { |user| [whole(user), "USER"] },
                     *addresses.map { |address| [whole(address), "ADDRESS"] }]
      end

      # The same names, for the lines of a record.
      #: (Array[Hash]) -> Names
      def in(lines) = Names.new(**@given, words: gather(lines, Set.new))

      # A value of a record with each name replaced, at any depth.
      #: (Object) -> Object
      def without(value)
        case value
        when String then hidden(value)
        when Array then value.map { |element| without(element) }
        when Hash then value.to_h { |name, content| [member(name), evidence?(name, content) ? content : without(content)] }
        else value
        end
      end

      private

      def common?(name, words) = name.size < SHORTEST || words.include?(name.downcase)

      # Adds the names of members, and the words of those that have Cachemark's words.
      def gather(value, found)
        case value
        when Array then value.each { |element| gather(element, found) }
        when Hash
          value.each do |name, content|
            found << name.downcase
            VOCABULARY.include?(name) && content.is_a?(String) ? found.merge(content.downcase.scan(WORD)) : gather(content, found)
          end
        end
        found
      end

      # Only as a whole word, in any case.
      def whole(word, after = /(?![\w-])/) = /(?<![\w.-])#{Regexp.escape(word)}#{after}/i

      def evidence?(name, value)
        EVIDENCE.include?(name) || (NUMBERS.include?(name) && value.is_a?(String) && value.match?(BASE64))
      end

      def member(name) = name.match?(%r{\A~?/}) ? @files.without(name) : name

      def hidden(text)
        return text unless text.valid_encoding?

        @patterns.reduce(@files.without(text)) { |left, (pattern, replacement)| left.gsub(pattern, replacement) }
      end

      # The names of files in the texts of a record. A path keeps its last part: `…/ruby`. Two files of one name in different
      # folders stay different: the second is `…/2/ruby`.
      #
      # Some paths stay, because they are the same on every machine: those of the operating system, of Cachemark's folders, and of
      # a version that a version manager installed.
      class FileNames
        # The characters of a path.
        PART = %r{[^\s"'`,:;()<>|\[\]{}/]}
        # Where a path begins: not after a name, as in client/get, nor after a scheme.
        BEGIN_AT = %r{(?:(?<![\w.~:/…-])|(?<=:)(?!//)|(?<=file://)|(?<=\s-[A-Za-z])|(?<=\A-[A-Za-z]))(?=~?/)}
        END_AT = %r{(?=/|\.?(?!#{PART})(?!/))}
        PATH = %r{#{BEGIN_AT}~?/(?:#{PART}|/)+}
        # A home folder, of whichever user.
        HOME = %r{#{BEGIN_AT}(?:/(?:home|Users)/#{PART}+|/root)#{END_AT}}
        # The folder of a version, and no other, because people name environments in its place.
        VERSION = /(?:(?:c?python|j?ruby|truffleruby(?:\+graalvm)?|pypy|graalpy)-?)?\d[\d.]*
                   (?:-[\d.]+)?(?:-?(?:a|b|rc|p|dev|preview)\d*)?(?:-(?:linux|macos)[\w-]*)?/x
        MANAGERS = %r{\.(?:(?:py|rb)env/versions|rvm/rubies|rubies|(?:asdf|local/share/mise)/installs/\w+|local/share/uv/python)}
        KEPT = [%r{\A/(?:usr|lib|lib64|bin|sbin|etc|proc|sys|dev)(?:/|\z)}, %r{\A~/\.(?:cache|local/state)/cachemark(?:/|\z)},
                %r{\A~/#{MANAGERS}/#{VERSION}/(?:bin|lib|include)(?:/|\z)},
                %r{\A~/\.(?:pyenv|rbenv|asdf|local/share/mise)/shims/}].freeze
        UP = %r{/\.\.(?:/|\z)}
        private_constant :PART, :BEGIN_AT, :END_AT, :PATH, :HOME, :VERSION, :MANAGERS, :KEPT, :UP

        # `known` are {path of a folder => its replacement}.
        #: (Hash[String, String]) -> void
        def initialize(known)
          longest = known.sort_by { |path, _| -path.size }
          @known = longest.map { |path, name| [/#{BEGIN_AT}#{Regexp.escape(path)}#{END_AT}/, name] }
          @folders = Hash.new { |all, name| all[name] = [] }
        end

        # A text with each path in it replaced.
        #: (String) -> String
        def without(text)
          return text unless text.include?("/")

          text = @known.reduce(text) { |left, (path, name)| left.gsub(path, name) }
          text.gsub(HOME, "~").gsub(PATH) { |path| kept?(path) ? path : shortened(path) }
        end

        private

        # A path without a folder has nothing to hide.
        def kept?(path) = path.rindex("/").zero? || (KEPT.any? { |kept| path.match?(kept) } && !path.match?(UP))

        def shortened(path)
          folder, name = File.split(path)
          number = @folders[name].index(folder) || (@folders[name] << folder).size - 1
          "#{ELSEWHERE}#{"#{number + 1}/" if number.positive?}#{name}"
        end
      end
    end
  end
end
