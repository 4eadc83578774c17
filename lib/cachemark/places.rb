# frozen_string_literal: true

require "pathname"

module Cachemark
  # What stands at the paths that a user names, seen from the current folder.
  # Looks, and reads as text; runs nothing but git, which is asked what it knows.
  class Places
    # How a library says its version.
    VERSION = /\b(?:VERSION|version|__version__)\s*=\s*["'](\d+(?:\.\w+)*)["']/
    GEM_NAME = /\.name\s*=\s*(?:%q)?["'{(]([\w.-]+)["'})]/
    private_constant :GEM_NAME

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

    # Whether it is a folder with what marks a library in it.
    #
    #: (String, Vocabulary::Language::Checkout) -> bool
    def library?(path, checkout) = folder?(path) && Dir.glob(checkout.marks, base: absolute(path)).any?

    # Whether it is a file that can be run.
    #
    #: (String) -> bool
    def executable?(path) = File.file?(absolute(path)) && File.executable?(absolute(path))

    # The version that a checkout says of itself, or nil.
    #
    #: (String, Vocabulary::Language::Checkout) -> String?
    def version_in(path, checkout)
      files = checkout.versions.flat_map { |place| Dir.glob(File.join(absolute(path), place)) }
      files.lazy.filter_map { |file| File.read(file, encoding: "BINARY")[VERSION, 1] }.first
    end

    # The names of the gems whose gemspecs lie in a folder; without a gemspec (a gem that was
    # unpacked has none) the names of the files that its lib folder can be required by.
    #
    #: (String) -> Array[String]
    def gems_in(path)
      specs = Dir.glob(File.join(absolute(path), "*.gemspec"))
      return specs.map { |file| gem_in(file) } if specs.any?

      Dir.children(absolute(File.join(path, "lib"))).grep(/\.rb\z/).sort.map { |file| File.basename(file, ".rb") }
    rescue SystemCallError
      []
    end

    # Whether a folder is a checkout of a library.
    #
    #: (String, String, Vocabulary::Language::Checkout) -> bool
    def holds?(path, library, checkout)
      return gems_in(path).include?(library) if checkout.modules.empty?

      Dir.glob(checkout.modules.map { |glob| glob.gsub("NAME", library) }, base: absolute(path)).any?
    end

    # The git repository that a folder lies in.
    #
    #: (String) -> Repository
    def repository(path) = Repository.new(absolute(path))

    # A path as it is written from the current folder: ".", "../dalli".
    #
    #: (String) -> String
    def relative(path) = Pathname.new(absolute(path)).relative_path_from(Pathname.new(@cwd)).to_s

    private

    def gem_in(gemspec) = File.read(gemspec, encoding: "BINARY")[GEM_NAME, 1] || File.basename(gemspec, ".gemspec")
  end
end
