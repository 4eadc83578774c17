# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"
require "rbconfig"

module Cachemark
  module Env
    # Asks runtimes for their version. The answer of a Ruby is kept as long as its file is unchanged.
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
        @mutex = Mutex.new
      end

      # The answer of a runtime of another language.
      Answer = Value.define(:version, :description) do
        def jits = []
      end

      # The runtime of a language at an absolute path, or cachemark's own for nil. Raises Usage for any other file.
      #: (?String?, ?Vocabulary::Language?) -> (Runtime | Answer)
      def at(path = nil, language = nil)
        return ask(path, language) if language&.environment
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
        machine = OnMachine.here(runtimes: self, cache: File.dirname(@folder), languages: { language.name => language })
        Choice.new(machine.found, language).path(word, jit: jit)
      end

      private

      # Asks each time, which is as fast as reading a stored answer.
      def ask(path, language)
        log = "#{note(path)}.log"
        kept { FileUtils.mkdir_p(@folder) && FileUtils.rm_f(log) }
        status = @spawn.run([path, language.environment.probe], env: @variables.for_driver, chdir: @folder, log: log)
        raise refusal(path, "it did not run", language) unless status.success?

        Answer.new(**JSON.parse(File.read(log).lines.last.to_s, symbolize_names: true).slice(:version, :description))
      rescue Errno::ENOENT, Errno::EACCES => error
        raise refusal(path, error.message.sub(/ @ .*/, ""), language)
      rescue JSON::ParserError, NoMethodError, ArgumentError
        raise refusal(path, "it did not answer as a #{language.title} does", language)
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
    end
  end
end
