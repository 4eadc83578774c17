# frozen_string_literal: true

module Cachemark
  class Contender
    # The runtimes that Debian packages for a language. A release of a client that Debian packages runs on some of them.
    class PackagedRuntimes
      #: (Vocabulary::Language) -> void
      def initialize(language)
        @language = language
      end

      # Those for which Debian has a release: first the one that a client runs on if none is named.
      #: (Catalog::Client, Object?) -> Array[Vocabulary::Language::Runtime]
      def of(client, release)
        release = nil unless release.respond_to?(:suite)
        own = all.fetch(release&.runtime || client.runtime || @language.own_runtime)
        others = all.values.select { |one| release && (release.suite == one.suite || release.also.include?(one.name)) }
        [own, *others].uniq
      end

      # The newest that a word means, "3.13" or "newest", or nil.
      #: (String, ?Array[Vocabulary::Language::Runtime]) -> Vocabulary::Language::Runtime?
      def newest(word, among = all.values)
        fitting = word == Versions::NEWEST ? among : among.select { |one| "#{one.version}.".start_with?("#{word}.") }
        fitting.max_by { |one| Gem::Version.new(one.version) }
      end

      private

      def all = @language.runtimes
    end
  end
end
