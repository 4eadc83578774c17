# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Env
    # The runtimes that a machine has: on the PATH, where version managers and people put them, in the cache.
    class Census
      PLACES = ["usr/bin", "usr/local/bin", "opt/*/bin"].freeze
      # Shims of a version manager, which ask it at each start. The executables behind them are found by their own paths.
      SHIMS = %r{/shims\z}
      private_constant :PLACES, :SHIMS

      # `folders` are those of the PATH; `made` the executables that Cachemark built itself.
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

      # {"language", "version", "path"} of each that answers. One with several names is listed once, and the home folder is
      # written as ~. The runtime of Cachemark itself comes first.
      #
      #: () -> Array[Hash[String, String]]
      def facts
        @languages.values.select(&:search).sort_by { |language| language.own ? 0 : 1 }.flat_map { |language| of(language) }
      end

      private

      def of(language)
        found = executables(language.search)
        found = [RbConfig.ruby, *found, *@made] if language.own
        found.uniq { |path| File.realpath(path) }.filter_map { |path| described(language, path) }
      end

      def executables(search)
        folders(search).flat_map { |folder| Dir.children(folder).grep(search.names).sort.map { |name| File.join(folder, name) } }
               .select { |path| File.file?(path) && File.executable?(path) }
      end

      def folders(search)
        places = (PLACES + search.folders).flat_map { |place| Dir.glob(File.join(@root, place)).sort }
        managed = search.home.flat_map { |place| Dir.glob(File.join(@home, place)).sort }
        all = (@folders + places + managed).uniq.grep_v(SHIMS)
        all.select { |folder| File.directory?(folder) && File.readable?(folder) }
      end

      # Skips an executable that is no runtime, whatever its name.
      def described(language, path)
        runtime = language.environment ? @runtimes.at(path, language) : @runtimes.at(path)
        { "language" => language.name, "version" => runtime.version, "path" => path.sub(/\A#{Regexp.escape(@home)}(?=\/)/, "~") }
      rescue Usage
        nil
      end
    end
  end
end
