# frozen_string_literal: true

module Cachemark
  module Env
    class Runtimes
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

        # The one of this machine.
        #: (runtimes: Runtimes, cache: String, languages: Hash[String, Vocabulary::Language], ?env: Hash[String, String]) -> OnMachine
        def self.here(runtimes:, cache:, languages:, env: ENV.to_h)
          made = Inventory.new(cache: cache).rubies.select(&:ready?).map(&:executable)
          new(runtimes: runtimes, languages: languages, folders: env.fetch("PATH", "").split(File::PATH_SEPARATOR), made: made,
              env: env)
        end

        # `folders` are those of the PATH; `made` the executables that Cachemark built itself. `env` are the variables that
        # may say where a version manager keeps its runtimes.
        #: (runtimes: Runtimes, languages: Hash[String, Vocabulary::Language], folders: Array[String], ?home: String, ?root: String, ?made: Array[String], ?env: Hash[String, String]) -> void
        def initialize(runtimes:, languages:, folders:, home: Dir.home, root: "/", made: [], env: {})
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
        def short(path) = path.sub(/\A#{Regexp.escape(@home)}(?=\/)/, "~")

        private

        def of(language)
          managed = managed(language.search)
          found = executables(language.search, managed.keys)
          found = [Runtime.current.path, *found, *@made] if language.own
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

        def system = SYSTEM.flat_map { |place| Dir.glob(File.join(@root, place)).sort }

        # {folder => the version manager that it belongs to}
        def managed(search)
          pairs = search.places.flat_map do |place|
            place.below.filter_map { |text| expanded(text) }.flat_map { |base| Dir.glob(File.join(base, place.folders)).sort }
              .map { |folder| [folder, place.origin] }
          end
          pairs.reverse.to_h.to_a.reverse.to_h
        end

        # ~ is the home folder, and $NAME a variable; nil if it is not set.
        def expanded(text)
          return File.join(@home, text.delete_prefix("~")) if text.start_with?("~")
          return @env[text.delete_prefix("$")] if text.start_with?("$")

          File.join(@root, text)
        end

        # Skips an executable that is not a runtime, whatever its name.
        def described(language, path, managed)
          origin = @made.include?(path) ? MADE : managed.fetch(File.dirname(path)) { unmanaged(path) }
          Found.new(language: language, runtime: @runtimes.at(path, language), path: path, origin: origin)
        rescue Usage
          nil
        end

        def unmanaged(path) = system.include?(File.dirname(path)) ? "system" : "PATH"
      end
    end
  end
end
