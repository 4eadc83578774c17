# frozen_string_literal: true

require "digest"
require "fileutils"
require "uri"

module Cachemark
  module Env
    # The versions of a gem in the user's own gem source, through RubyGems' own fetcher. The proxies, mirrors and credentials
    # of the user's configuration apply. Responses are kept for `age_s`; an older one is used if the source does not respond.
    class Registry
      # Raised if the source does not respond and no response is stored.
      class Silent < Trouble; end

      AGE_S = 6 * 3600

      # `index` makes the user's index of "pip" or "npm", if clients may come from there.
      #: (cache: String, ?offline: bool, ?age_s: Integer, ?source: String, ?index: ^(String) -> (Pip::Index | Npm::Index)) -> void
      def initialize(cache:, offline: false, age_s: AGE_S, source: Gem.sources.first.uri.to_s, index: nil)
        @index = index
        @source = source.end_with?("/") ? source : "#{source}/"
        @cache = cache
        @folder = File.join(cache, "registry", Digest::SHA256.hexdigest(@source)[0, 12])
        @offline = offline
        @age_s = age_s
        @known = {}
        @mutex = Mutex.new
      end

      # String: the source's address, with a slash at its end. May contain credentials.
      attr_reader :source

      # All releases of a gem, newest last; empty for a gem that is unknown to the source. Raises Silent, Trouble.
      #: (String) -> Array[Registry::Release]
      def of(gem)
        @mutex.synchronize { @known[gem] ||= Index.parse(text(gem)).freeze }
      rescue SystemCallError => error
        raise Env.unusable(@cache, error)
      end

      # All releases of a client in the pip index that its language's runtime can use. Empty if the index does not have it, or
      # does not answer (`silence`).
      #: (Catalog::Client) -> Array[Catalog::Client::Release]
      def indexed(client)
        return [] unless @index && client.index
        return npm_index.of(client.index) if npm?(client)

        pip_index.of(client.index, python(client)).map { |number| Pip::Index.release(number, client.index) }
      end

      # When the releases of a client were looked up; nil if they are not in the cache.
      #: (Catalog::Client) -> Time?
      def asked_at(client)
        note = if client.gem then note(client.gem)
               elsif npm?(client) then npm_index.note(client.index)
               else pip_index.note(client.index, python(client))
               end
        File.mtime(note) if File.exist?(note)
      end

      # Why the pip index did not answer; nil if it did, or was not asked.
      #: () -> String?
      def silence = @pip_index&.silence || @npm_index&.silence

      # Saves a gem's archive as a file. Raises Silent.
      #: (String, String) -> String
      def archive(full_name, into)
        raise silent("#{full_name} is not in the cache") if @offline

        FileUtils.mkdir_p(File.dirname(into))
        File.binwrite("#{into}.part", fetch("gems/#{full_name}.gem"))
        File.rename("#{into}.part", into)
        into
      rescue Gem::RemoteFetcher::FetchError => error
        raise silent("#{full_name} cannot be fetched (#{cause(error)})")
      end

      private

      def pip_index = @pip_index ||= @index.call("pip")
      def npm_index = @npm_index ||= @index.call("npm")
      def npm?(client) = Vocabulary::Language.all.fetch(client.language).packages == "npm"

      # The version of the runtime that a client of an index has by default.
      def python(client)
        language = Vocabulary::Language.all.fetch(client.language)
        language.runtimes.fetch(client.runtime || language.own_runtime).version
      end

      def note(gem) = File.join(@folder, gem)

      def text(gem)
        note = note(gem)
        return File.read(note) if File.exist?(note) && (@offline || Time.now - File.mtime(note) < @age_s)
        raise silent("the versions of #{gem} are not in the cache") if @offline

        ask(gem, note)
      end

      def ask(gem, note)
        store(note, fetch("info/#{gem}"))
      rescue Gem::RemoteFetcher::FetchError => error
        return "" if error.message.match?(/\b404\b/)
        return File.read(note) if File.exist?(note)

        raise silent("the gem source does not answer for the versions of #{gem} (#{cause(error)})")
      end

      def store(note, text)
        FileUtils.mkdir_p(@folder)
        File.binwrite("#{note}.#{Process.pid}", text)
        File.rename("#{note}.#{Process.pid}", note)
        text
      end

      def fetch(path)
        Env.require_late("rubygems/remote_fetcher")
        Gem::RemoteFetcher.fetcher.fetch_path(URI.join(@source, path))
      end

      # The message without the address, which may contain credentials.
      def cause(error) = error.message.sub(%r{\s*\(?https?://\S+\)?}, "")[0, 120]

      def silent(what)
        try = @offline ? "run once without install=cached" : "check the network, proxies and `gem sources`"
        Silent.new(what, try: try)
      end

      # Parses the compact index: a line for each release, `NUMBER[-PLATFORM] DEPENDENCIES|checksum:..,ruby:>= 3.3`.
      module Index
        #: (String) -> Array[Registry::Release]
        def self.parse(text)
          lines = text.dup.force_encoding(Encoding::UTF_8).lines(chomp: true).grep(/\A\d[^ -]* /)
          lines.map { |line| read(line) }.sort_by { |release| Gem::Version.new(release.number) }
        end

        def self.read(line)
          number = line[/\A\S+/]
          ruby = line[/\|.*?(?<=[,|])ruby:([^,]+)/, 1]
          Release.new(number: number, requires: tidy(ruby), prerelease: number.match?(/[a-z]/i))
        end

        # Several clauses are joined with "&"; ">= 0" requires nothing.
        def self.tidy(requirement)
          clauses = requirement.to_s.split("&").map(&:strip) - [">= 0"]
          clauses.empty? ? nil : clauses.join(", ")
        end
        private_class_method :read, :tidy
      end

      # A release: `number` exact, `requires` the Rubies that it requires (">= 3.3" or nil), `prerelease` bool.
      Release = Value.define(:number, requires: nil, prerelease: false)

      # The address of a gem source with and without credentials.
      module Address
        #: (String) -> String
        def self.public(address)
          uri = URI(address)
          uri.user = uri.password = nil
          uri.to_s
        end

        # The variables that pass the credentials to Bundler: BUNDLE_HOST__NAME=user:password.
        #: (String) -> Hash[String, String]
        def self.credentials(address)
          uri = URI(address)
          return {} unless uri.userinfo

          { "BUNDLE_#{uri.host.gsub(".", "__").gsub("-", "___").upcase}" => uri.userinfo }
        end
      end
    end
  end
end
