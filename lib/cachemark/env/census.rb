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
      # A version manager's stand-ins, which ask it at each start; what stands behind them is found by its own path.
      STAND_INS = %r{/shims\z}
      private_constant :PLACES, :MANAGED, :NAMES, :STAND_INS

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

      # {"language" => "ruby", "version" => "3.1.2", "path" => "/usr/bin/ruby"} of each that answers; one that has
      # several names is told once, and a home is written ~. Of Rubies cachemark's own comes first.
      #
      #: () -> Array[Hash[String, String]]
      def facts = NAMES.keys.flat_map { |name| of(name) }

      private

      def of(name)
        found = executables(NAMES.fetch(name))
        found = [RbConfig.ruby, *found, *@made] if name == "ruby"
        found.uniq { |path| ::File.realpath(path) }.filter_map { |path| told(name, path) }
      end

      def executables(pattern)
        folders.flat_map { |folder| Dir.children(folder).grep(pattern).sort.map { |name| ::File.join(folder, name) } }
               .select { |path| ::File.file?(path) && ::File.executable?(path) }
      end

      def folders
        places = PLACES.flat_map { |place| Dir.glob(::File.join(@root, place)).sort }
        managed = MANAGED.flat_map { |place| Dir.glob(::File.join(@home, place)).sort }
        all = (@folders + places + managed).uniq.grep_v(STAND_INS)
        all.select { |folder| ::File.directory?(folder) && ::File.readable?(folder) }
      end

      # What is none, whatever its name, is passed over.
      def told(name, path)
        language = @languages.fetch(name)
        runtime = language.environment ? @runtimes.at(path, language) : @runtimes.at(path)
        { "language" => name, "version" => runtime.version, "path" => path.sub(/\A#{Regexp.escape(@home)}(?=\/)/, "~") }
      rescue Usage
        nil
      end
    end
  end
end
