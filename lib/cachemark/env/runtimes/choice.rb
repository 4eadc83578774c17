# frozen_string_literal: true

module Cachemark
  module Env
    class Runtimes
      # Picks a runtime by its version among those of a machine. Pure.
      class Choice
        # The newest of the language's usual engine; "3.4", "jruby-10.0".
        NEWEST = "newest"
        FORM = /\A(?:(?<engine>[a-z]+)-)?(?<version>\d+(?:\.\w+)*)\z/
        # A name of `env runtime`, such as "NAME-3.3-yjit".
        MADE = /\A[a-z]+-\d[\w.]*-[a-z]+\z/
        # The version of a pre-release.
        PREVIEW = /\d(?!p\d+\z)[a-z]/
        private_constant :NEWEST, :FORM, :MADE, :PREVIEW

        # Whether a word can mean a version.
        #: (String) -> bool
        def self.word?(word) = word == NEWEST || word.match?(FORM) || word.match?(MADE)

        #: (Array[OnMachine::Found], Vocabulary::Language) -> void
        def initialize(found, language)
          @found = found
          @language = language
        end

        # The path of the newest one. Raises Usage.
        #: (String, ?jit: String?) -> String
        def path(word, jit: nil)
          fitting = @found.select { |one| File.basename(one.path) == word || fits?(one, word) }
          refuse(word) if fitting.empty?
          fitting.max_by { |one| [rank(one, jit), version(one), one.runtime.jits.size, -@found.index(one)] }.path
        end

        private

        # The description begins with the name of the engine and its version.
        def fits?(one, word)
          asked = FORM.match(word)
          engine, version = one.runtime.description.downcase.split(/[ -]/).first(2)
          return word == NEWEST && engine == @language.search.engine && !version.match?(PREVIEW) unless asked
          return false unless engine == (asked[:engine] || @language.search.engine)

          "#{version}.".sub(/p\d+\.\z/, ".").start_with?("#{asked[:version]}.")
        end

        # With and without the compiler, it must be the same runtime. So "off" also means one that has a compiler.
        def rank(one, jit)
          wanted = @language.jits.key?(jit) ? [jit] : (jit && @language.jits.keys).to_a
          one.runtime.jits.intersect?(wanted) ? 1 : 0
        end

        # Pre-releases have letters ("3.5.0preview1").
        def version(one)
          text = one.runtime.description.split(/[ -]/)[1]
          Gem::Version.correct?(text) ? Gem::Version.new(text) : Gem::Version.new(one.runtime.version)
        end

        def refuse(word)
          here = @found.map { |one| "#{one.runtime.description.split(" (").first} (#{one.path})" }
          raise Usage.new("#{@language.option}=#{word}: this machine has no such #{@language.title}; it has #{here.join(", ")}",
                          try: ["pass the path of another one", *@language.search.how].join(", or "))
        end
      end
    end
  end
end
