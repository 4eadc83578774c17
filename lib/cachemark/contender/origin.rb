# frozen_string_literal: true

module Cachemark
  class Contender
    # What stands after @: which code that is. `version` is exact, a copy's name,
    # or nil for a folder or a git ref; `spoken` is what conditions compare
    # (a copy's own version, what a folder says of itself, nil where that is not
    # told); `release` is the registry's line, nil where none was needed.
    class Origin < Value.define(:source, :version, :spoken, release: nil, note: nil)
      # A release of which only the number is known.
      Bare = Value.define(:number, requires: nil)

      class << self
        # `language` says how the source of a library looks, and which runtimes it has itself.
        #
        #: (Catalog::Client, Notation, Object, Places, Vocabulary::Language) -> Origin
        def of(client, notation, versions, places, language)
          word = notation.version
          checkout = language.checkout
          refuse_repo(notation) unless word&.start_with?("git:")
          return without_library(client, notation) unless client.library
          return folder(notation, places, checkout) if word&.start_with?("path:")
          return git(notation, places, checkout) if word&.start_with?("git:")
          return installed(notation) if borrowed?(notation, language)

          client.copies.key?(word) ? copy(client.copies[word]) : released(client, word, versions)
        end

        private

        def without_library(client, notation)
          if notation.version
            what = "#{notation.text}: #{client.name} has no versions; it is part of Cachemark"
            raise Usage.new(what, try: "write #{notation.client}")
          end

          new(source: Source.new(kind: "none"), version: nil, spoken: nil)
        end

        # Whether the runtime is one of the user's own, and has what is installed in it. Gems are installed for any.
        def borrowed?(notation, language)
          runtime = notation.options[language.option]
          runtime && language.runtimes.any? && !language.runtimes.key?(runtime)
        end

        def installed(notation)
          word = notation.version
          return new(source: Source.new(kind: "runtime"), version: word, spoken: word) if word.nil? || word.match?(Versions::EXACT)

          raise Usage.new("#{notation.text}: #{word} is no exact version, and what the runtime has is not looked up",
                          try: "write #{notation.rewritten(nil, notation.options)}")
        end

        def copy(copy)
          new(source: Source.new(kind: "copy", ref: copy.name), version: copy.name, spoken: copy.reports,
              note: "#{copy.summary} (#{copy.reports})")
        end

        def released(client, word, versions)
          stand_in = client.stands_in[word]
          release = release(client, stand_in&.by || word, versions)
          kind = client.gem ? "gem" : "package"
          new(source: Source.new(kind: kind), version: release.number, spoken: release.number, release: release,
              note: stand_in && "#{release.number} in place of #{word}: #{stand_in.reason}")
        rescue Usage => error
          raise client.copies.any? ? Usage.new(error.message.lines.first.chomp, try: with_copies(error, client)) : error
        end

        # The catalogue's own version is exact: a registry that does not answer is no obstacle.
        def release(client, word, versions)
          Versions.of(client, versions).pick(word || client.version)
        rescue Trouble
          raise if word

          Bare.new(number: client.version)
        end

        def with_copies(error, client) = "#{error.try} (copies: #{client.copies.keys.join(", ")})"

        def folder(notation, places, checkout)
          given = notation.version.delete_prefix("path:")
          dir = places.absolute(given)
          refuse(notation, "#{given.empty? ? "path:" : dir} is no folder") if given.empty? || !places.folder?(dir)
          refuse(notation, "#{dir} holds none of #{checkout.marks.join(", ")}") unless places.library?(dir, checkout)
          new(source: Source.new(kind: "path", dir: dir), version: nil, spoken: places.version_in(dir, checkout))
        end

        # The work tree's version need not be the ref's, which is read from git.
        def git(notation, places, checkout)
          ref = notation.version.delete_prefix("git:")
          refuse(notation, "git: needs a ref") if ref.empty?
          dir = places.absolute(notation.options.fetch("repo", "."))
          refuse(notation, "#{dir} is no folder") unless places.folder?(dir)
          spoken = places.repository(dir).version_at(ref, checkout)
          new(source: Source.new(kind: "git", ref: ref, dir: dir), version: nil, spoken: spoken)
        end

        def refuse(notation, what)
          raise Usage.new("#{notation.text}: #{what}",
                          try: "write #{notation.client}@path:DIR, or #{notation.client}@git:REF,repo=DIR")
        end

        def refuse_repo(notation)
          return unless notation.options.key?("repo")

          raise Usage.new("#{notation.text}: repo= belongs to @git:REF", try: "write #{notation.client}@git:REF,repo=DIR")
        end
      end
    end
  end
end
