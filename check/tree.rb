# frozen_string_literal: true

require "open3"
require "ripper"

# The project's audit of itself, in parts (check/parts/).
module Check
  # The names of all parts, which are those of their files.
  #: () -> Array[String]
  def self.parts = Dir.children(File.join(__dir__, "parts")).map { |name| File.basename(name, ".rb") }.sort

  # Loads a part.
  #: (String) -> Class
  def self.part(name)
    require_relative "parts/#{name}"
    const_get(name.split("_").map(&:capitalize).join)
  end

  # One audit of a tree. Its `problems` are sentences that start with the file they are about.
  class Part
    #: (Check::Tree) -> void
    def initialize(tree)
      @tree = tree
    end

    private

    def rooms = @rooms ||= Rooms.new(@tree)
  end

  # The files of one checkout. Paths are relative to its root.
  class Tree
    attr_reader :root

    #: (String) -> void
    def initialize(root)
      @root = root
    end

    # The files that git tracks or would track; without git every file that is not hidden.
    #: () -> Array[String]
    def files
      @files ||= (from_git || Dir.glob("**/*", base: root)).select { |path| File.file?(File.join(root, path)) }.sort
    end

    # The Ruby files among them, those without a suffix included.
    #: () -> Array[String]
    def ruby
      @ruby ||= files.select { |path| path.end_with?(".rb", ".gemspec", "Gemfile") || shebang?(path) }
    end

    #: (String) -> Array[String]
    def under(folder) = ruby.select { |path| path.start_with?("#{folder}/") }

    #: (String) -> String
    def read(path) = File.read(File.join(root, path), encoding: "UTF-8")

    #: (String) -> bool
    def file?(path) = File.file?(File.join(root, path))

    #: (String) -> String
    def absolute(path) = File.join(root, path)

    private

    def from_git
      return unless File.exist?(File.join(root, ".git"))

      output, status = Open3.capture2("git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard", err: File::NULL)
      output.split("\0") if status.success?
    rescue Errno::ENOENT
      nil
    end

    def shebang?(path)
      File.extname(path).empty? && File.open(File.join(root, path), "rb") { |file| file.gets.to_s.match?(/\A#!.*\bruby\b/) }
    end
  end
end
