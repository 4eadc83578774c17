# frozen_string_literal: true

module Cachemark
  class Contender
    # What stands after @: which code that is. `version` is exact, a copy's name,
    # or nil for a folder or a git ref; `spoken` is what conditions compare
    # (a copy's own version, what a folder says of itself, nil where that is not
    # told); `release` is the registry's line, nil where none was needed.
    class Origin < Value.define(:source, :version, :spoken, release: nil, note: nil)
      # A release of which only the number is known.
      Bare = Value.define(:number, ruby: nil)

      class << self
        #: (Catalog::Client, Notation, Object, Places) -> Origin
        def of(client, notation, versions, places)
          word = notation.version
          refuse_repo(notation) unless word&.start_with?("git:")
          return without_gem(client, notation) unless client.gem
          return folder(notation, places) if word&.start_with?("path:")
          return git(notation, places) if word&.start_with?("git:")

          client.copies.key?(word) ? copy(client.copies[word]) : gem(client, word, versions)
        end

        private

        def without_gem(client, notation)
          if notation.version
            what = "#{notation.text}: #{client.name} has no versions; it is cachemark's own."
            raise Usage.new(what, try: "Write #{client.name}.")
          end

          new(source: Source.new(kind: "none"), version: nil, spoken: nil)
        end

        def copy(copy)
          new(source: Source.new(kind: "copy", ref: copy.name), version: copy.name, spoken: copy.reports,
              note: "#{copy.summary} (#{copy.reports})")
        end

        def gem(client, word, versions)
          stand_in = client.stands_in[word]
          release = release(client, stand_in&.by || word, versions)
          new(source: Source.new(kind: "gem"), version: release.number, spoken: release.number, release: release,
              note: stand_in && "#{release.number} stands in for #{word}: #{stand_in.reason}")
        rescue Usage => error
          raise client.copies.any? ? Usage.new(error.message.lines.first.chomp, try: with_copies(error, client)) : error
        end

        # The catalogue's own version is exact: a registry that does not answer is no obstacle.
        def release(client, word, versions)
          Versions.new(client.gem, versions.of(client.gem), client: client.name).pick(word || client.version)
        rescue Trouble
          raise if word

          Bare.new(number: client.version)
        end

        def with_copies(error, client) = "#{error.try} (copies: #{client.copies.keys.join(", ")})"

        def folder(notation, places)
          given = notation.version.delete_prefix("path:")
          dir = places.absolute(given)
          refuse(notation, "#{given.empty? ? "path:" : dir} is no folder") if given.empty? || !places.folder?(dir)
          refuse(notation, "#{dir} holds neither a gemspec nor lib/") unless places.library?(dir)
          new(source: Source.new(kind: "path", dir: dir), version: nil, spoken: places.version_in(dir))
        end

        # The work tree's version need not be the ref's, which is read from git.
        def git(notation, places)
          ref = notation.version.delete_prefix("git:")
          refuse(notation, "git: needs a ref") if ref.empty?
          dir = places.absolute(notation.options.fetch("repo", "."))
          refuse(notation, "#{dir} is no folder") unless places.folder?(dir)
          new(source: Source.new(kind: "git", ref: ref, dir: dir), version: nil, spoken: places.repository(dir).version_at(ref))
        end

        def refuse(notation, what)
          raise Usage.new("#{notation.text}: #{what}.",
                          try: "Write #{notation.client}@path:DIR, or #{notation.client}@git:REF,repo=DIR.")
        end

        def refuse_repo(notation)
          return unless notation.options.key?("repo")

          raise Usage.new("#{notation.text}: repo= belongs to @git:REF.", try: "Write #{notation.client}@git:REF,repo=DIR.")
        end
      end
    end
  end
end
