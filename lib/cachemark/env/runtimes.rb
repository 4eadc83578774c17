# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"
require "rbconfig"
require "tempfile"

module Cachemark
  module Env
    # Asks runtimes for their version, each once. The answer of a Ruby is kept as long as its file is unchanged.
    class Runtimes
      # A Ruby that runs contenders. `path` is the command as given, `abi` the name of the folder with its gems ("3.1.0").
      # `bundler`: whether it has one. `folders` are its own library folders. `build` identifies its build and place.
      # `jits` are the words of the compilers that it was built with.
      Runtime = Value.define(:path, :version, :description, :engine, :platform, :abi, :bundler, :folders, :build, :jits) do
        # There is one store for each Ruby, because extensions built for one need not load in another with the same version.
        #: () -> String
        def key = "#{engine}-#{version}-#{platform}-#{Digest::SHA256.hexdigest(build)[0, 8]}"

        #: (String?) -> bool
        def meets?(requirement)
          return true if requirement.nil? || requirement.empty?

          Gem::Requirement.new(requirement.split(/\s*,\s*/)).satisfied_by?(Gem::Version.new(version))
        end

        #: () -> Hash[Symbol, Object]
        def facts = { path: path, version: version, description: description, engine: engine, folders: folders }
      end

      class << Runtime
        # Prints the data for `parse`. It runs in the Ruby in question, of any age.
        PROBE = <<~'RUBY'
          c = RbConfig::CONFIG
          puts RUBY_VERSION, RUBY_DESCRIPTION, (defined?(RUBY_ENGINE) ? RUBY_ENGINE : "ruby"), c["arch"], c["ruby_version"]
          puts((begin; Gem::Specification.find_by_name("bundler") && "yes"; rescue LoadError; "no"; end))
          puts [c["rubylibdir"], c["rubyarchdir"]].compact.join(File::PATH_SEPARATOR)
          puts [c["bindir"], c["configure_args"], RUBY_DESCRIPTION].join(" ")
          puts((defined?(RubyVM::YJIT) ? "yjit" : ""))
        RUBY

        # The Ruby that runs cachemark; needs no other process.
        #: () -> Runtime
        def current
          @current ||= begin
            config = RbConfig::CONFIG
            new(path: RbConfig.ruby, version: RUBY_VERSION, description: RUBY_DESCRIPTION, engine: RUBY_ENGINE,
                platform: config["arch"], abi: config["ruby_version"], bundler: bundler_here?,
                folders: config.values_at("rubylibdir", "rubyarchdir").compact,
                build: [config["bindir"], config["configure_args"], RUBY_DESCRIPTION].join(" "),
                jits: defined?(RubyVM::YJIT) ? %w[yjit] : [])
          end
        end

        # argv that makes a Ruby print the input of `parse`.
        #: (String) -> Array[String]
        def probe_argv(path) = [path, "-e", PROBE]

        # Returns nil if the output is not from a Ruby.
        #: (String, String) -> Runtime?
        def parse(path, output)
          lines = output.lines(chomp: true).last(9)
          return unless lines.size == 9 && lines.first.match?(/\A\d+\.\d+/)

          version, description, engine, platform, abi, bundler, folders, build, jits = lines
          new(path: path, version: version, description: description, engine: engine, platform: platform, abi: abi,
              bundler: bundler == "yes", folders: folders.split(File::PATH_SEPARATOR), build: build, jits: jits.split)
        end

        private

        def bundler_here? = !defined?(Bundler).nil? || Gem::Specification.stubs_for("bundler").any?
      end

      #: (cache: String, spawn: Object, ?variables: Variables) -> void
      def initialize(cache:, spawn:, variables: Variables.new)
        @folder = File.join(cache, "runtimes")
        @spawn = spawn
        @variables = variables
        @known = {}
        @found = {}
        @mutex = Mutex.new
      end

      # The answer of a runtime of another language.
      Answer = Value.define(:version, :description) do
        def jits = []
      end

      # The runtime of a language at an absolute path, or cachemark's own for nil. Raises Usage for any other file.
      #: (?String?, ?Vocabulary::Language?) -> (Runtime | Answer)
      def at(path = nil, language = nil)
        return @mutex.synchronize { @known[[path, language.name]] ||= ask(path, language) } if language&.environment
        return Runtime.current if path.nil? || path == RbConfig.ruby

        @mutex.synchronize { @known[path] ||= read_note(path) || probe(path) }
      end

      # Whether a word means a version, and not a path.
      #: (String) -> bool
      def version?(word) = Choice.word?(word)

      # The newest runtime of this machine that a version means: "3.4", "jruby-10", or a name that `env runtime` built. If
      # `jit` is given, on or off, it prefers one with such a compiler. Raises Usage.
      #: (String, Vocabulary::Language, ?jit: String?) -> String
      def matching(word, language, jit: nil)
        @found[language.name] ||=
          OnMachine.here(runtimes: self, cache: File.dirname(@folder), languages: { language.name => language }).found
        Choice.new(@found[language.name], language).path(word, jit: jit)
      end

      private

      # Its answer is not kept in the cache, because asking is as fast as reading it. Other processes may ask, too.
      def ask(path, language)
        words = language.environment.version&.arguments || [language.environment.probe]
        text = kept do
          FileUtils.mkdir_p(@folder)
          Tempfile.create("answer", @folder) do |log|
            status = @spawn.run([path, *words], env: @variables.for_driver, chdir: @folder, log: log.path)
            File.read(log.path) if status.success?
          end
        end
        raise refusal(path, "it did not run", language) unless text

        answer(text, language)
      rescue Host::Keeper::NotStarted => error
        raise refusal(path, error.message[/: (.*?) - /, 1] || error.message, language)
      rescue JSON::ParserError, NoMethodError, ArgumentError
        raise refusal(path, "it did not answer as a #{language.title} does", language)
      end

      def answer(text, language)
        version = language.environment.version&.says or
          return Answer.new(**JSON.parse(text.lines.last.to_s, symbolize_names: true).slice(:version, :description))
        number = text[version, 1] or raise ArgumentError
        Answer.new(version: number, description: "#{language.search.engine} #{number}")
      end

      def read_note(path)
        facts = JSON.parse(File.read(note(path)), symbolize_names: true)
        Runtime.new(**facts)
      rescue SystemCallError, JSON::ParserError, ArgumentError, TypeError
        nil
      end

      def probe(path)
        log = "#{note(path)}.log"
        kept { FileUtils.mkdir_p(@folder) && FileUtils.rm_f(log) }
        raise refusal(path, "it did not run") unless run(path, log).success?

        runtime = Runtime.parse(path, File.read(log)) or
          raise refusal(path, "it did not answer as a #{Vocabulary::Language.own.title} does")
        kept { File.write(note(path), JSON.generate(runtime.to_h)) }
        runtime
      rescue Errno::ENOENT, Errno::EACCES => error
        raise refusal(path, error.message.sub(/ @ .*/, ""))
      end

      def kept
        yield
      rescue SystemCallError => error
        raise Env.unusable(File.dirname(@folder), error)
      end

      def run(path, log)
        @spawn.run(Runtime.probe_argv(path), env: @variables.for_build, chdir: @folder, log: log)
      end

      def refusal(path, why, language = nil)
        language ||= Vocabulary::Language.own
        option, title = language.option, language.title
        Usage.new("#{option}=#{path} is not a #{title} that runs here: #{why}",
                  try: "name the executable of a #{title}, or a version: cachemark list runtimes")
      end

      # The name depends on the file, because a file may change (an upgrade in place).
      def note(path)
        stat = File.stat(path)
        identity = [File.realpath(path), stat.size, stat.mtime.to_f].join(" ")
        File.join(@folder, "#{Digest::SHA256.hexdigest(identity)[0, 16]}.json")
      end

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
          refuse(word, jit) if fitting.empty?
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

        def refuse(word, jit)
          here = @found.map { |one| "#{one.runtime.description.split(" (").first} (#{one.path})" }
          offer = Debian::Offer.of(word, @language, jit: jit)
          how = offer ? "cachemark env runtime #{offer.name}" : @language.search.how&.gsub("VERSION", word)
          has = here.any? ? here.join(", ") : "none"
          raise Usage.new("#{@language.option}=#{word}: this machine has no such #{@language.title}; it has #{has}",
                          try: [*how, "pass the path of another one"].join(", or "))
        end
      end

      # The runtimes of a machine: on the PATH, in the usual folders of version managers and users, and in the cache. Where a
      # version manager keeps its runtimes is data: `search` in drivers/LANGUAGE/language.yml.
      class OnMachine
        # A runtime that responds. `runtime` is its answer, `origin` says who installed it.
        Found = Value.define(:language, :runtime, :path, :origin)

        SYSTEM = ["usr/bin", "usr/local/bin", "opt/*/bin"].freeze
        # Shims of a version manager, which run it at each start. The executables behind them are found by their own paths.
        SHIMS = %r{/shims\z}
        MADE = "cachemark env runtime"
        private_constant :SYSTEM, :SHIMS, :MADE

        # The one of this machine, or of its `home` and `root`.
        #: (runtimes: Runtimes, cache: String, languages: Hash[String, Vocabulary::Language], ?env: Hash[String, String], ?home: String?, ?root: String) -> OnMachine
        def self.here(runtimes:, cache:, languages:, env: ENV.to_h, home: Paths.home, root: "/")
          new(runtimes: runtimes, languages: languages, folders: env.fetch("PATH", "").split(File::PATH_SEPARATOR),
              made: Debian::Installation.executables(cache), env: env, home: home, root: root)
        end

        # `folders` are those of the PATH; `made` the executables that Cachemark built itself, by the name of a language. `env`
        # are the variables that may say where a version manager keeps its runtimes.
        #: (runtimes: Runtimes, languages: Hash[String, Vocabulary::Language], folders: Array[String], ?home: String?, ?root: String, ?made: Hash[String, Array[String]], ?env: Hash[String, String]) -> void
        def initialize(runtimes:, languages:, folders:, home: Paths.home, root: "/", made: {}, env: {})
          @runtimes = runtimes
          @languages = languages
          @folders = folders
          @home = home
          @root = root
          @made = made
          @env = env
        end

        # Each runtime that responds. A runtime with several names is listed once. Cachemark's own runtime is first.
        #: () -> Array[OnMachine::Found]
        def found
          @languages.values.select(&:search).sort_by { |language| language.own ? 0 : 1 }.flat_map { |language| of(language) }
        end

        # The same as {"language", "version", "path"}, with the home folder written as ~.
        #: () -> Array[Hash[String, String]]
        def facts
          found.map do |one|
            { "language" => one.language.name, "version" => one.runtime.version, "path" => short(one.path) }
          end
        end

        # A path with the home folder written as ~.
        #: (String) -> String
        def short(path) = @home ? path.sub(/\A#{Regexp.escape(@home)}(?=\/)/, "~") : path

        private

        def of(language)
          managed = managed(language.search)
          found = executables(language.search, managed.keys)
          found = [*(Runtime.current.path if language.own), *found, *@made[language.name]]
          found.uniq { |path| File.realpath(path) }.filter_map { |path| described(language, path, managed) }
        end

        def executables(search, managed)
          found = folders(managed).flat_map do |folder|
            Dir.children(folder).grep(search.names).sort.map { |name| File.join(folder, name) }
          end
          found.select { |path| File.file?(path) && File.executable?(path) }
        end

        def folders(managed)
          all = (@folders + system + managed).uniq.grep_v(SHIMS)
          all.select { |folder| File.directory?(folder) && File.readable?(folder) }
        end

        def system = SYSTEM.flat_map { |place| Paths.matching(@root, place).sort }

        # {folder => the version manager that it belongs to}
        def managed(search)
          pairs = search.places.flat_map do |place|
            place.below.filter_map { |text| expanded(text) }.flat_map { |base| Paths.matching(base, place.folders).sort }
              .map { |folder| [folder, place.origin] }
          end
          pairs.reverse.to_h.to_a.reverse.to_h
        end

        # ~ is the home folder, and $NAME a variable; nil if there is none.
        def expanded(text)
          return @home && File.join(@home, text.delete_prefix("~")) if text.start_with?("~")
          return @env[text.delete_prefix("$")] if text.start_with?("$")

          File.join(@root, text)
        end

        # Skips an executable that is not a runtime, whatever its name.
        def described(language, path, managed)
          origin = @made.fetch(language.name, []).include?(path) ? MADE : managed.fetch(File.dirname(path)) { unmanaged(path) }
          Found.new(language: language, runtime: @runtimes.at(path, language), path: path, origin: origin)
        rescue Usage
          nil
        end

        def unmanaged(path) = system.include?(File.dirname(path)) ? "system" : "PATH"
      end
    end
  end
end
