# frozen_string_literal: true

module Cachemark
  class Contender
    # A client's own source in a folder, compared with an earlier state of itself. `gate` and `find` compare these if the
    # user names no contenders. `client` is a Catalog::Client, `dir` the folder relative to the current one. `layout` is the
    # source layout of libraries in its language. `options` are those of the word that named the client.
    #
    #   Checkout.here(catalog: catalog, places: places).sides(base: "newest")
    class Checkout < Value.define(:client, :dir, :places, :layout, options: {}.freeze)
      FOLDER = "path:"

      class << self
        # `word` is CLIENT[,OPTION=VALUE]..., nil if the folder decides. `head` is the value of --head: if it names a folder,
        # that folder counts. `command` is the part of the command line before the client. Raises Usage.
        #: (catalog: Catalog, places: Places, ?word: String?, ?head: String?, ?command: Array[String]) -> Checkout
        def here(catalog:, places:, word: nil, head: nil, command: %w[gate])
          notation = word && Notation.parse(word)
          refuse_version(notation, command) if notation&.version
          folders = head&.start_with?(FOLDER) ? [existing(head.delete_prefix(FOLDER), places)] : [".", top(places)].compact
          return named(catalog.client(notation.client), notation, folders, places, catalog) if notation

          folders.each do |dir|
            client = in_folder(dir, catalog, places, command) or next
            return new(client: client, dir: dir, places: places, layout: layout(client, catalog))
          end
          raise unknown(folders.first, places, command)
        end

        private

        def existing(dir, places)
          return dir if places.folder?(places.absolute(dir))

          raise Usage.new("--head #{FOLDER}#{dir}: #{places.absolute(dir)} is not a folder",
                          try: "write --head #{Checkout::History::FORMS}")
        end

        # The root of the repository, if the user is in a folder below it.
        def top(places) = places.repository(".").toplevel&.then { |dir| places.relative(dir) }

        def in_folder(dir, catalog, places, command)
          clients = places.gems_in(dir).flat_map { |gem| of_gem(gem, catalog) }
          clients = of_modules(dir, catalog, places) if clients.empty?
          raise several(dir, clients, places, command) if clients.size > 1

          clients.first
        end

        # A client with the name of its gem takes precedence over clients that are built on that gem.
        def of_gem(gem, catalog)
          clients = catalog.clients.values.select { |client| client.gem == gem }
          clients.select { |client| client.name == gem }.then { |own| own.any? ? own : clients }
        end

        def of_modules(dir, catalog, places)
          clients = catalog.clients.values.select(&:module_name)
          clients.select { |client| places.holds?(dir, client.library, layout(client, catalog)) }
        end

        def layout(client, catalog) = catalog.language(client.language).checkout

        # The source of a named client is in the folder of its library. If no folder has the library, any folder is accepted.
        def named(client, notation, folders, places, catalog)
          layout = layout(client, catalog)
          dir = folders.find { |folder| places.holds?(folder, client.library.to_s, layout) }
          new(client: client, dir: dir || folders.first, places: places, layout: layout, options: notation.options)
        end

        def refuse_version(notation, command)
          raise Usage.new("#{notation.text}: the versions to compare are the base and the head",
                          try: "write #{CommandLine.of([*command, notation.rewritten(nil, notation.options).to_s])} " \
                               "--base VERSION --head #{notation.version}") if command == %w[gate]

          raise Usage.new("#{notation.text}: the commits say which versions are searched",
                          try: "write #{CommandLine.of([*command, notation.rewritten(nil, notation.options)])}")
        end

        def several(dir, clients, places, command)
          names = clients.map(&:name)
          Usage.new("#{places.absolute(dir)} holds several clients: #{names.join(", ")}",
                    try: "name one: #{CommandLine.of([*command, names.first])}")
        end

        def unknown(dir, places, command)
          gems = places.gems_in(dir)
          what = "it holds the library of no known client"
          what = "the catalogue knows no client of the gem #{gems.join(" or ")}" if gems.any?
          Usage.new("#{places.absolute(dir)} is not a client's repository: #{what}",
                    try: "go to a client's repository, or name the client: " \
                         "#{CommandLine.of([*command, "CLIENT"])} (see: cachemark list clients)" \
                         "#{"; two of its releases: add --base VERSION --head VERSION" if command == %w[gate]}")
        end
      end

      # The two sides of a comparison. `base` and `head` are "git:REF", "path:DIR", "newest" or a version. The defaults are
      # the merge-base with main, and the folder in its current state. Raises Usage for impossible words, and Trouble for an
      # unknown ref.
      #: (?base: String?, ?head: String?) -> Checkout::Sides
      def sides(base: nil, head: nil)
        head ||= "#{FOLDER}#{dir}"
        refuse_other_gem(head)
        older = Checkout::History.new(self).base(base, head)
        Sides.new(client: client, baseline: word(older.word), contender: word(head_word(head)), baseline_is: older.meaning,
                  contender_is: head == "#{FOLDER}#{dir}" ? places.absolute(dir) : head, unchanged: older.unchanged)
      end

      # The notation of a version.
      #: (String) -> String
      def word(version)
        Notation.written(client.name, version, options.merge(version.start_with?("git:") ? repo : {}))
      end

      private

      # A folder of a repository is checked out with the whole repository.
      def repo
        top = places.relative(places.repository(dir).toplevel || dir)
        top == "." ? {} : { "repo" => top }
      end

      def head_word(head) = head.start_with?("git:") ? Checkout::History.new(self).pinned(head) : head

      # Only the folder itself shows that it belongs to another gem.
      def refuse_other_gem(head)
        return unless head == "#{FOLDER}#{dir}"

        return if places.holds?(dir, client.library.to_s, layout)

        gems = places.gems_in(dir)
        none = (layout.modules + layout.folder_patterns).first(3).join(", ").gsub("NAME", client.library.to_s)
        what = gems.any? ? "is of the gem #{gems.join(" or ")}" : "holds none of #{none}"
        raise Usage.new("#{client.name}: #{places.absolute(dir)} #{what}",
                        try: "go to the repository of #{client.name}, or name it: --head path:DIR")
      end

      # The earlier state of a checkout that the words refer to. A ref is pinned to its commit, in case the branch moves
      # during the measurement.
      class History
        # The names of a repository's main branch; the first that exists is used.
        MAINS = %w[origin/main main origin/master master origin/HEAD].freeze
        SHORT = 12
        # Words that need no repository.
        KNOWN = /\A(?:git:|path:|newest\z|\d)/
        FORMS = "git:REF, path:DIR, newest or VERSION"
        private_constant :MAINS, :SHORT, :KNOWN

        # The commit that a change starts from: that of `base` if it names one, else the newest that the head and main have in
        # common. nil without one.
        #: (Places::Repository, ?base: String?, ?head: String?) -> String?
        def self.start(repository, base: nil, head: nil)
          return repository.revision(base.delete_prefix("git:")) if base&.start_with?("git:")

          main = MAINS.find { |ref| repository.revision(ref) }
          newest = repository.revision(head&.start_with?("git:") ? head.delete_prefix("git:") : "HEAD")
          repository.merge_base(newest, main) if main && newest
        end

        # `word` is the part after the @, `meaning` is its description in reports.
        Found = Value.define(:word, :meaning, unchanged: nil)

        #: (Checkout) -> void
        def initialize(checkout)
          @checkout = checkout
          @repository = checkout.places.repository(checkout.dir)
        end

        # `given` nil: the commit where the head left the main branch. Raises Usage, Trouble.
        #: (String?, String) -> History::Found
        def base(given, head)
          refuse_invalid_word("--base", given)
          refuse_invalid_word("--head", head)
          return Found.new(word: given, meaning: given) unless given.nil? || given.start_with?("git:")

          commit, meaning = given ? [commit(given), given] : fork(head)
          word = "git:#{commit[0, SHORT]}"
          Found.new(word: word, meaning: "#{meaning} (#{commit[0, 7]})", unchanged: unchanged(commit, meaning, head))
        end

        # "git:REF" with the commit in place of the ref.
        #: (String) -> String
        def pinned(word) = "git:#{commit(word)[0, SHORT]}"

        private

        # Reports an invalid word before it is used. A tag such as v1.2 looks like a version.
        def refuse_invalid_word(option, word)
          return if word.nil? || word.match?(KNOWN) || @checkout.client.copies.key?(word)

          refuse_place(option, word) if word.match?(/\A\w+:/)
          refuse_unknown(option, word) unless @repository.revision(word)
          raise Usage.new("#{option} #{word}: a ref of the repository is written with git: in front",
                          try: "write #{option} git:#{word}")
        end

        def refuse_place(option, word)
          raise Usage.new("#{option} #{word}: no such place", try: "write #{option} #{FORMS}")
        end

        def refuse_unknown(option, word)
          without = "#{option} #{word.delete_prefix("v")}, without the v" if word.match?(/\Av\d/)
          here = top ? "no ref of #{top}" : "no ref, for #{@checkout.places.absolute(@checkout.dir)} is not a git repository"
          raise Usage.new("#{option} #{word}: it is not a version, and #{here}",
                          try: "write #{without || "#{option} #{FORMS}"}")
        end

        def commit(word)
          ref = word.delete_prefix("git:")
          refuse_no_repository
          (@repository.revision(ref) unless ref.empty?) ||
            raise(Trouble.new("#{word}: #{ref.empty? ? "a ref is missing" : "#{ref} is not a commit of #{top}"}",
                              try: "name a commit, tag or branch that is there; in CI, fetch the whole history first"))
        end

        # [commit, description] of the newest common commit of head and main.
        def fork(head)
          refuse_no_repository
          main = MAINS.find { |ref| @repository.revision(ref) }
          refuse("#{top} has no branch main or master") unless main
          newest = head.start_with?("git:") ? commit(head) : @repository.revision("HEAD")
          refuse("#{top} has no commit yet") unless newest
          base = @repository.merge_base(newest, main)
          base ? [base, "the merge-base with #{main}"] : refuse("#{top}: HEAD and #{main} have no commit in common")
        end

        def unchanged(commit, meaning, head)
          case head
          when /\Agit:/ then return unless commit(head) == commit
          when /\Apath:/ then return unless @repository.same?(commit, code)
          else return
          end

          "nothing has changed since #{meaning}: the library's sources are those of #{commit[0, 7]}; " \
            "to compare with an older state: --base git:HEAD~1, --base newest"
        end

        # The files that matter to users of the library, as git pathspecs.
        def code = @checkout.layout.sources.map { |glob| ":(glob)#{glob}" }

        def top = @repository.toplevel

        def refuse_no_repository
          return if top

          why = @repository.complaint
          raise Usage.new("#{@checkout.places.absolute(@checkout.dir)} is not a git repository#{why && " (#{why})"}",
                          try: "name a base that needs none: --base newest, or --base VERSION")
        end

        # The word is right, but the data is missing: a shallow clone does not have it.
        def refuse(what)
          raise Trouble.new("no base to compare with: #{what}",
                            try: "name one with --base git:REF, newest or VERSION; in CI, fetch the whole history first")
        end
      end
    end

    # Notations of the older and the newer side, and their descriptions. `unchanged` is a sentence if both have the same
    # files, else nil.
    Checkout::Sides = Value.define(:client, :baseline, :contender, :baseline_is, :contender_is, unchanged: nil)
  end
end
