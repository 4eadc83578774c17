# frozen_string_literal: true

module Cachemark
  class Contender
    # The runtime that a contender's option means: one of Debian's by its name, one of the user's by its path, or a version.
    class RuntimeChoice
      # The runtimes for which Debian has a release of a client: first the one that the client runs on if none is named.
      #: (Vocabulary::Language, Catalog::Client, Object?) -> Array[Vocabulary::Language::Runtime]
      def self.packaged(language, client, release)
        release = nil unless release.respond_to?(:suite)
        all = language.runtimes
        own = all.fetch(release&.runtime || client.runtime || language.own_runtime)
        others = all.values.select { |other| release && (release.suite == other.suite || release.also.include?(other.name)) }
        [own, *others].uniq
      end

      # `runtimes` is cachemark's own, or returns any by `at(path, language)` (Env::Runtimes); both have `version`.
      #: (Vocabulary::Language, runtimes: Object, places: Places) -> void
      def initialize(language, runtimes:, places:)
        @language = language
        @runtimes = runtimes
        @places = places
      end

      # Whether Debian packages runtimes of the language.
      def packages? = @language.runtimes.any?

      # The notation with the name of a runtime in place of its version, if the client is a release of Debian's, which runs on
      # Debian's runtimes alone. Raises Usage if it runs on none of that version.
      #: (Notation, Catalog::Client, Object) -> Notation
      def on_packaged(notation, client, versions)
        word = asked(notation)
        return notation if word.nil? || !packages? || @language.runtimes.key?(word) || !version?(word)

        release = Origin.packaged(client, notation.version, versions) or return notation
        able = able(client, release)
        runtime = newest(word, able) or raise not_packaged(notation, release, able)
        notation.with(options: { **notation.options, @language.option => runtime.name })
      end

      # [absolute path, or the name of an additional runtime of the language, or nil; version]. Raises Usage.
      #: (Notation, Catalog::Client, Origin) -> [String?, String]
      def of(notation, client, origin)
        packaged = packaged(notation, client, origin)
        return named(packaged) if packaged

        path = path(notation)
        [path, (ask(path) if path || @language.own || packages?)]
      rescue Usage => error
        named(instead(notation, origin, error))
      end

      # The version of the runtime of a language without packages.
      #: (Notation) -> String
      def version(notation) = ask(path(notation))

      private

      def asked(notation) = notation.options[@language.option]
      def able(client, release) = RuntimeChoice.packaged(@language, client, release)

      # The newest that a word means, "3.13" or "newest", or nil.
      def newest(word, among = @language.runtimes.values)
        fitting = word == Versions::NEWEST ? among : among.select { |runtime| "#{runtime.version}.".start_with?("#{word}.") }
        fitting.max_by { |runtime| Gem::Version.new(runtime.version) }
      end

      # One of Debian's that the option names, or that the client runs on without an option; or nil.
      def packaged(notation, client, origin)
        return unless packages?

        able = able(client, origin.release)
        return able.first unless asked(notation)

        found = @language.runtimes[asked(notation)] or return
        found if origin.source.kind != "package" || able.include?(found) || refuse_other(notation, client, origin, found)
      end

      def named(runtime) = [(runtime.name unless runtime.name == @language.own_runtime), runtime.version]

      # A version that no runtime of the user has means Debian's, unless the client is the one that is installed there.
      def instead(notation, origin, error)
        word = asked(notation).to_s
        found = (newest(word) if version?(word)) or raise error
        return found unless origin.source.kind == "runtime"

        raise Usage.new(error.message.lines.first.chomp,
                        try: "name a release, which runs on Debian's: #{notation.rewritten(Versions::NEWEST, notation.options)}")
      end

      # A path, or the newest runtime that a version means; nil if none is asked for.
      def path(notation)
        word = asked(notation) or return machines_own
        path = @places.absolute(word)
        return executable(path, notation.text) unless version?(word)

        @runtimes.matching(word, @language, jit: notation.options[Vocabulary::Language::JIT])
      end

      # The newest of the machine, for a language that Cachemark neither runs on nor gets from Debian; nil without any.
      def machines_own
        return if @language.own || packages? || !@runtimes.respond_to?(:matching)

        @runtimes.matching(Versions::NEWEST, @language)
      rescue Usage
        nil
      end

      def version?(word)
        @runtimes.respond_to?(:version?) && @runtimes.version?(word) && !@places.exist?(@places.absolute(word))
      end

      def ask(path) = (@runtimes.respond_to?(:at) ? @runtimes.at(path, @language) : @runtimes).version

      # A checkout can be built for any runtime.
      def refuse_other(notation, client, origin, asked)
        able = able(client, origin.release).map(&:name)
        other = client.releases.reverse.find { |release| able(client, release).include?(asked) }
        raise Usage.new("#{notation.text}: #{client.name} #{origin.version} comes built for #{able.join(" and ")}",
                        try: other ? "write #{notation.rewritten(other.number, notation.options)}" :
                                     "a checkout is built for any: #{notation.client}@path:DIR")
      end

      def not_packaged(notation, release, able)
        versions = able.map(&:version)
        Usage.new("#{notation.text}: Debian has #{notation.client} #{release.number} for #{@language.title} " \
                  "#{versions.join(" and ")}",
                  try: "write #{@language.option}=#{versions.last}, or no version of #{notation.client}: that means what " \
                       "a #{@language.title} of yours has")
      end

      def executable(path, text)
        return path if @places.executable?(path)

        names = @language.runtimes.keys
        raise Usage.new("#{text}: #{path} #{@places.exist?(path) ? "is not an executable file" : "does not exist"}",
                        try: "#{@language.option}= takes #{"#{names.join(", ")}, " if names.any?}a version, or the path " \
                             "of a #{@language.title}'s executable")
      end
    end
  end
end
