# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    # What versions of a gem the user's own gem source offers, through RubyGems' own fetcher:
    # proxies, mirrors and credentials of the user's configuration apply. Answers are kept for
    # AGE_S; an older one is used where the source does not answer.
    class Registry
      # Raised when the source does not answer and nothing is remembered.
      class Silent < Trouble; end

      AGE_S = 6 * 3600

      #: (cache: String, ?offline: bool, ?source: String) -> void
      def initialize(cache:, offline: false, source: Gem.sources.first.uri.to_s)
        @source = source.end_with?("/") ? source : "#{source}/"
        @cache = cache
        @folder = ::File.join(cache, "registry", Digest::SHA256.hexdigest(@source)[0, 12])
        @offline = offline
        @known = {}
        @mutex = Mutex.new
      end

      # String: the source's address, with a slash at its end. May hold credentials.
      attr_reader :source

      # All releases of a gem, newest last; none for a gem that the source does not know. Raises Silent, Trouble.
      #
      #: (String) -> Array[Registry::Release]
      def of(gem)
        @mutex.synchronize { @known[gem] ||= Index.parse(text(gem)).freeze }
      rescue SystemCallError => error
        raise Env.unusable(@cache, error)
      end

      # Saves a gem's archive as a file. Raises Silent.
      #
      #: (String, String) -> String
      def archive(full_name, into)
        raise silent("#{full_name} is not in the cache") if @offline

        FileUtils.mkdir_p(::File.dirname(into))
        ::File.binwrite("#{into}.part", fetch("gems/#{full_name}.gem"))
        ::File.rename("#{into}.part", into)
        into
      rescue Gem::RemoteFetcher::FetchError => error
        raise silent("#{full_name} cannot be fetched (#{cause(error)})")
      end

      private

      def text(gem)
        note = ::File.join(@folder, gem)
        return ::File.read(note) if ::File.exist?(note) && (@offline || Time.now - ::File.mtime(note) < AGE_S)
        raise silent("the versions of #{gem} are not in the cache") if @offline

        ask(gem, note)
      end

      def ask(gem, note)
        remember(note, fetch("info/#{gem}"))
      rescue Gem::RemoteFetcher::FetchError => error
        return "" if error.message.match?(/\b404\b/)
        return ::File.read(note) if ::File.exist?(note)

        raise silent("the gem source does not tell the versions of #{gem} (#{cause(error)})")
      end

      def remember(note, text)
        FileUtils.mkdir_p(@folder)
        ::File.binwrite("#{note}.#{::Process.pid}", text)
        ::File.rename("#{note}.#{::Process.pid}", note)
        text
      end

      def fetch(path)
        Late.load("rubygems/remote_fetcher")
        Gem::RemoteFetcher.fetcher.fetch_path(URI.join(@source, path))
      end

      # The message without the address: it may hold credentials.
      def cause(error) = error.message.sub(%r{\s*\(?https?://\S+\)?}, "")[0, 120]

      def silent(what)
        try = @offline ? "Run once without --offline." : "Check the network, proxies and `gem sources`."
        Silent.new(what, try: try)
      end
    end
  end
end
