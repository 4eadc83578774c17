# frozen_string_literal: true

module Cachemark
  class Contender
    class Checkout
      # Which earlier state of a checkout the words mean. A ref is pinned to its commit, so
      # that a branch that moves while it is measured stays what it was.
      class History
        # What a repository calls its main line, the first that is there.
        MAINS = %w[origin/main main origin/master master origin/HEAD].freeze
        SHORT = 12
        # What needs no repository to be understood.
        KNOWN = /\A(?:git:|path:|newest\z|\d)/
        private_constant :MAINS, :SHORT, :KNOWN

        # `word` is what stands after the @, `meaning` what a reader is told it is.
        Found = Value.define(:word, :meaning, unchanged: nil)

        #: (Checkout) -> void
        def initialize(checkout)
          @checkout = checkout
          @repository = checkout.places.repository(checkout.dir)
        end

        # `given` nil: where the head left the main line. Raises Usage, Trouble.
        #
        #: (String?, String) -> History::Found
        def base(given, head)
          refuse_bare("--base", given)
          refuse_bare("--head", head)
          return Found.new(word: given, meaning: given) unless given.nil? || given.start_with?("git:")

          commit, meaning = given ? [commit(given), given] : fork(head)
          word = "git:#{commit[0, SHORT]}"
          Found.new(word: word, meaning: "#{meaning} (#{commit[0, 7]})", unchanged: unchanged(commit, meaning, head))
        end

        # "git:REF" with the commit in the place of the ref.
        #
        #: (String) -> String
        def pinned(word) = "git:#{commit(word)[0, SHORT]}"

        private

        # Says what is wrong before anything else is made of it. A tag such as v1.2 looks like a version.
        def refuse_bare(option, word)
          return if word.nil? || word.match?(KNOWN) || @checkout.client.copies.key?(word)

          refuse_place(option, word) if word.match?(/\A\w+:/)
          refuse_unknown(option, word) unless @repository.revision(word)
          raise Usage.new("#{option} #{word}: a ref of the repository is written with git: in front.",
                          try: "Write #{option} git:#{word}")
        end

        def refuse_place(option, word)
          raise Usage.new("#{option} #{word}: no such place.", try: "Write #{option} git:REF or path:DIR")
        end

        def refuse_unknown(option, word)
          here = top ? "no ref of #{top}" : "no ref, for #{@checkout.places.absolute(@checkout.dir)} is no git repository"
          raise Usage.new("#{option} #{word}: it is no version, and #{here}.",
                          try: "Write #{option} #{"newest, VERSION, " if option == "--base"}git:REF or path:DIR")
        end

        def commit(word)
          ref = word.delete_prefix("git:")
          refuse_no_repository
          (@repository.revision(ref) unless ref.empty?) ||
            raise(Trouble.new("#{word}: #{ref.empty? ? "a ref is missing" : "#{ref} is no commit of #{top}"}.",
                              try: "Name a commit, tag or branch that is there; in CI, fetch the whole history first."))
        end

        # [commit, what it is] of the newest commit that head and main have in common.
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

        # The files that make a difference to who uses the library, as git takes them.
        def code = @checkout.layout.sources.map { |glob| ":(glob)#{glob}" }

        def top = @repository.toplevel

        def refuse_no_repository
          return if top

          why = @repository.complaint
          raise Usage.new("#{@checkout.places.absolute(@checkout.dir)} is no git repository#{why && " (#{why})"}.",
                          try: "Name a base that needs none: --base newest, or --base VERSION")
        end

        # Missing data, not a wrong word: a shallow clone has all of it elsewhere.
        def refuse(what)
          raise Trouble.new("no base to compare with: #{what}.",
                            try: "Name one with --base git:REF, newest or VERSION; in CI, fetch the whole history first.")
        end
      end
    end
  end
end
