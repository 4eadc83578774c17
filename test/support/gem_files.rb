# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# The files of the gem: paths in the project.
module GemFiles
  LIST = Gem::Specification.load("#{Executable::ROOT}/cachemark.gemspec").files.freeze

  # Yields a folder with them, and with other files of the project.
  def self.copied(*others)
    Dir.mktmpdir("cachemark-gem") do |folder|
      [*LIST, *others].each do |path|
        FileUtils.mkdir_p(File.dirname("#{folder}/#{path}"))
        FileUtils.cp("#{Executable::ROOT}/#{path}", "#{folder}/#{path}")
      end
      yield folder
    end
  end
end
