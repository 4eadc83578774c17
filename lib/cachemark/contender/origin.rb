# frozen_string_literal: true

module Cachemark
  class Contender
    # What stands after @: which code that is. `version` is exact, a copy's name,
    # or nil for a folder or a git ref; `spoken` is what conditions compare
    # (a copy's own version; the default for a folder); `release` is the registry's
    # line, nil where none was needed.
    class Origin < Value.define(:source, :version, :spoken, release: nil, note: nil)
      class << self
        #: (Catalog::Client, Notation, Object, String) -> Origin
        def of(client, notation, versions, cwd)
          word = notation.version
          refuse_repo(notation) unless word&.start_with?("git:")
          return without_gem(client, notation) unless client.gem
          return folder(client, notation, cwd) if word&.start_with?("path:")
          return git(client, notation, cwd) if word&.start_with?("git:")

          client.copies.key?(word) ? copy(client.copies[word]) : gem(client, word, versions)
        end

        private

        def without_gem(client, notation)
          if notation.version
            raise Usage.new("#{notation.text}: #{client.name} has no versions; it is cachemark's own.", try: "Write #{client.name}.")
          end

          new(source: Source.new(kind: "none"), version: nil, spoken: nil)
        end

        def copy(copy)
          new(source: Source.new(kind: "copy", ref: copy.name), version: copy.name, spoken: copy.reports, note: "#{copy.summary} (#{copy.reports})")
        end

        # The catalogue's default is exact, so that it needs no registry.
        def gem(client, word, versions)
          stand_in = client.stands_in[word]
          number = stand_in&.by || word || client.version
          release = Versions.new(client.gem, versions.of(client.gem)).pick(number)
          new(source: Source.new(kind: "gem"), version: release.number, spoken: release.number, release: release,
              note: stand_in && "#{release.number} stands in for #{word}: #{stand_in.reason}")
        rescue Usage => error
          raise client.copies.any? ? Usage.new(error.message.lines.first.chomp, try: with_copies(error, client)) : error
        end

        def with_copies(error, client) = "#{error.try} (copies: #{client.copies.keys.join(", ")})"

        def folder(client, notation, cwd)
          given = notation.version.delete_prefix("path:")
          dir = File.expand_path(given, cwd)
          refuse(notation, "#{given.empty? ? "path:" : dir} is no folder") if given.empty? || !File.directory?(dir)
          refuse(notation, "#{dir} holds neither a gemspec nor lib/") if Dir.glob(File.join(dir, "*.gemspec")).empty? && !File.directory?(File.join(dir, "lib"))
          new(source: Source.new(kind: "path", dir: dir), version: nil, spoken: client.version)
        end

        def git(client, notation, cwd)
          ref = notation.version.delete_prefix("git:")
          refuse(notation, "git: needs a ref") if ref.empty?
          dir = File.expand_path(notation.options.fetch("repo", "."), cwd)
          refuse(notation, "#{dir} is no folder") unless File.directory?(dir)
          new(source: Source.new(kind: "git", ref: ref, dir: dir), version: nil, spoken: client.version)
        end

        def refuse(notation, what)
          raise Usage.new("#{notation.text}: #{what}.", try: "Write #{notation.client}@path:DIR, or #{notation.client}@git:REF,repo=DIR.")
        end

        def refuse_repo(notation)
          return unless notation.options.key?("repo")

          raise Usage.new("#{notation.text}: repo= belongs to @git:REF.", try: "Write #{notation.client}@git:REF,repo=DIR.")
        end
      end
    end
  end
end
