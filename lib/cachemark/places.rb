# frozen_string_literal: true

module Cachemark
  # What stands at the paths that a user names, seen from the current folder.
  # Looks, and reads as text; runs nothing.
  class Places
    VERSION_FILES = ["lib/*/version.rb", "lib/version.rb", "lib/*.rb", "*.gemspec"].freeze
    VERSION = /\b(?:VERSION|version)\s*=\s*["'](\d+(?:\.\w+)*)["']/
    private_constant :VERSION_FILES, :VERSION

    #: (?String) -> void
    def initialize(cwd = Dir.pwd)
      @cwd = cwd
    end

    # The absolute path.
    #
    #: (String) -> String
    def absolute(path) = File.expand_path(path, @cwd)

    # Whether there is anything.
    #
    #: (String) -> bool
    def exist?(path) = File.exist?(absolute(path))

    # Whether it is a folder.
    #
    #: (String) -> bool
    def folder?(path) = File.directory?(absolute(path))

    # Whether it is a folder with a gemspec or a lib folder in it.
    #
    #: (String) -> bool
    def library?(path)
      folder?(path) && (Dir.glob("*.gemspec", base: absolute(path)).any? || folder?(File.join(absolute(path), "lib")))
    end

    # Whether it is a file that can be run.
    #
    #: (String) -> bool
    def executable?(path) = File.file?(absolute(path)) && File.executable?(absolute(path))

    # The version that a checkout says of itself, or nil.
    #
    #: (String) -> String?
    def version_in(path)
      files = VERSION_FILES.flat_map { |place| Dir.glob(File.join(absolute(path), place)) }
      files.lazy.filter_map { |file| File.read(file, encoding: "BINARY")[VERSION, 1] }.first
    end
  end
end
