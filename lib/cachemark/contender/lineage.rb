# frozen_string_literal: true

module Cachemark
  class Contender
    # The versions of one client from an older to a newer one, releases or commits, in order: the range of `find`. A version
    # that does not support the options is a member with a reason (Contender#refusal), because the others can still be
    # measured.
    class Lineage
      # `name` is a release's number or a short commit id, `subject` a commit's first line.
      Member = Value.define(:contender, :name, subject: nil)

      HOW = "a range is A..B, from the older to the newer, such as 2.7.11..3.2.8"
      COMMITS = "a range of commits is BASE..HEAD, such as main..HEAD or v1.0..v1.1"
      SHORT = 12
      private_constant :HOW, :COMMITS, :SHORT

      #: (Resolver, catalog: Catalog, versions: Object, places: Places) -> void
      def initialize(resolver, catalog:, versions:, places:)
        @resolver = resolver
        @catalog = catalog
        @versions = versions
        @places = places
      end

      # Every release of "CLIENT@A..B[,OPTION=VALUE]...", or of a client and options with the range as a separate word.
      # Pre-releases are included only as an end. Raises Usage.
      #: (String, ?String?) -> Array[Member]
      def releases(text, range = nil)
        notation = Notation.parse(text)
        notation = ranged(notation, range)
        client = @catalog.client(notation.client)
        refuse("#{client.name} has no versions", "it is part of Cachemark") unless client.library
        words = notation.version.split("..", 2).map { |word| client.stands_in[word]&.by || word }
        releases = Versions.of(client, @versions).between(*words)
        members(releases.map { |release| [notation.rewritten(release.number, notation.options), release.number, nil] })
      end

      # Every commit of BASE..HEAD, BASE first, in the checkout's repository or in that of its repo= option. Of a merge, only
      # the first parent's line is followed. That line is the state of the branch at each time, and each step builds on the
      # one before. A merge that is found names a branch, which can be searched separately (MERGE^1..MERGE^2 from where it
      # forked). Raises Usage.
      #: (Checkout, String) -> Array[Member]
      def commits(checkout, range)
        base, head = ends(range)
        repository = @places.repository(checkout.options.fetch("repo", checkout.dir))
        walk = walk(repository, base, head)
        found = walk.map { |commit| [word(checkout, "git:#{commit.id[0, SHORT]}"), commit.short, commit.subject] }
        members(found).map { |member| named(member, checkout) }
      end

      private

      def ranged(notation, range)
        refuse_two(notation, range) if range && notation.version
        refuse_marks(notation, range)
        ranged = range ? notation.with(version: range, text: "#{notation.text} #{range}") : notation
        return ranged if ranged.range?

        refuse("#{ranged.text}: #{ranged.version ? "#{ranged.version} is not a range" : "a range is missing"}", HOW)
      end

      # Refuses a range with three dots, as of git, and versions with a v, as in tags.
      def refuse_marks(notation, range)
        typed = range || notation.version.to_s
        plain = typed.sub("...", "..").gsub(/(?<=\A|\.\.)v(?=\d)/, "")
        return if plain == typed

        refuse("#{[notation.text, *range].join(" ")} is not a range",
               "write #{range ? "#{notation.text} #{plain}" : notation.rewritten(plain, notation.options)}")
      end

      # Refuses a version and a range, two versions, or two ranges.
      def refuse_two(notation, range)
        other = range[/\A#{Regexp.escape(notation.client)}@([^,]+)/, 1]
        if other && !notation.range?
          refuse("#{notation.text} #{range}: two versions, and a range is one word",
                 "write #{notation.rewritten(nil, notation.options)} #{notation.version}..#{other}")
        end
        what = notation.range? ? "the range is given twice" : "#{notation.version} is one version, and a range follows"
        refuse("#{notation.text} #{range}: #{what}", "write #{notation.rewritten(nil, notation.options)} #{range}")
      end

      # An option that fits no version is an error. If it fits some versions, the others are refused.
      def members(words)
        tried = words.map { |text, _, _| attempt(text) }
        raise tried.first if tried.all?(Usage)

        words.zip(tried).map do |(text, name, subject), result|
          Member.new(contender: result.is_a?(Usage) ? refused(text, result) : result, name: name, subject: subject)
        end
      end

      def attempt(text)
        @resolver.resolve(text)
      rescue Usage => error
        error
      end

      # The version itself, without the options that it does not support.
      def refused(text, error)
        asked = Notation.parse(text)
        plain = @resolver.resolve(asked.rewritten(asked.version, asked.options.slice(*code_options_of(asked))))
        reason = error.message.delete_prefix("#{text}: ").lines(chomp: true).join("; ")
        plain.with(id: text, notation: text, given: asked.options, section: text, refusal: reason)
      end

      def code_options_of(notation) = @catalog.language(@catalog.client(notation.client).language).code_options

      def ends(range)
        base, dots, head = range.partition("..")
        refuse("#{range} is not a range of commits", COMMITS) if dots.empty? || base.empty? || head.start_with?(".")
        [base, head.empty? ? "HEAD" : head]
      end

      def walk(repository, base, head)
        refuse_no_repository(repository)
        older, newer = [base, head].map { |ref| repository.revision(ref) || refuse_unknown(ref, repository) }
        common = repository.merge_base(older, newer)
        refuse("#{base}..#{head}: both are #{older[0, SHORT]}, so that there is no step between", COMMITS) if older == newer
        return repository.commits(older, newer) if common == older

        refuse("#{base}..#{head}: #{head} does not build on #{base}", instead(base, head, common, newer))
      end

      def instead(base, head, common, newer)
        return COMMITS unless common

        common == newer ? "the other way round: #{head}..#{base}" : "from where both forked: #{common[0, SHORT]}..#{head}"
      end

      def refuse_no_repository(repository)
        return if repository.toplevel

        refuse("#{repository.dir} is not a git repository", "go to a client's repository, or name one with repo=DIR")
      end

      def refuse_unknown(ref, repository)
        refuse("#{ref} is not a commit of #{repository.toplevel}", "name a commit, tag or branch that is there")
      end

      def word(checkout, version)
        return checkout.word(version) unless checkout.options.key?("repo")

        Notation.written(checkout.client.name, version, checkout.options)
      end

      # The commit alone distinguishes rows.
      def named(member, checkout)
        id = "#{checkout.client.name}@git:#{member.name}"
        member.with(contender: member.contender.with(id: id, section: id))
      end

      def refuse(what, try) = raise(Usage.new(what, try: try))
    end
  end
end
