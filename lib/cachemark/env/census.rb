# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Env
    # The runtimes that a machine has: on the PATH, where version managers and people put them, in the cache.
    class Census
      PLACES = ["usr/bin", "usr/local/bin", "opt/*/bin", "opt/rubies/*/bin"].freeze
      MANAGED = [".rbenv/versions/*/bin", ".rubies/*/bin", ".rvm/rubies/*/bin", ".pyenv/versions/*/bin",
                 ".asdf/installs/{ruby,python}/*/bin", ".local/share/mise/installs/{ruby,python}/*/bin"].freeze
      NAMES = { "ruby" => /\A(?:j|truffle)?ruby(?:-?\d+(?:\.\d+)*)?\z/, "python" => /\Apython(?:\d+(?:\.\d+)*)?\z/ }.freeze
      # Shims of a version manager, which ask it at each start. The executables behind them are found by their own paths.
      SHIMS = %r{/shims\z}
      private_constant :PLACES, :MANAGED, :NAMES, :SHIMS

      # `folders` are those of the PATH; `made` the executables of Rubies in the cache.
      #
      #: (runtimes: Runtimes, languages: Hash[String, Vocabulary::Language], folders: Array[String], ?home: String, ?root: String, ?made: Array[String]) -> void
      def initialize(runtimes:, languages:, folders:, home: Dir.home, root: "/", made: [])
        @runtimes = runtimes
        @languages = languages
        @folders = folders
        @home = home
        @root = root
        @made = made
      end

      # {"language" => "ruby", "version" => "3.1.2", "path" => "/usr/bin/ruby"} of each that answers. One
      # with several names is listed once, and the home folder is written as ~. The Ruby that runs cachemark comes first.
      #
      #: () -> Array[Hash[String, String]]
      def facts = NAMES.keys.flat_map { |name| of(name) }

      private

      def of(name)
        found = executables(NAMES.fetch(name))
        found = [RbConfig.ruby, *found, *@made] if name == "ruby"
        found.uniq { |path| File.realpath(path) }.filter_map { |path| described(name, path) }
      end

      def executables(pattern)
        folders.flat_map { |folder| Dir.children(folder).grep(pattern).sort.map { |name| File.join(folder, name) } }
               .select { |path| File.file?(path) && File.executable?(path) }
      end

      def folders
        places = PLACES.flat_map { |place| Dir.glob(File.join(@root, place)).sort }
        managed = MANAGED.flat_map { |place| Dir.glob(File.join(@home, place)).sort }
        all = (@folders + places + managed).uniq.grep_v(SHIMS)
        all.select { |folder| File.directory?(folder) && File.readable?(folder) }
      end

      # Skips an executable that is no runtime, whatever its name.
      def described(name, path)
        language = @languages.fetch(name)
        runtime = language.environment ? @runtimes.at(path, language) : @runtimes.at(path)
        { "language" => name, "version" => runtime.version, "path" => path.sub(/\A#{Regexp.escape(@home)}(?=\/)/, "~") }
      rescue Usage
        nil
      end
    end
  end
end
