# frozen_string_literal: true

require "fileutils"
require "shellwords"
require "tmpdir"

# The project in a separate repository, in which a test follows a guide that adds a file to it:
#
#   AProjectCopy.open { |copy| copy.write("catalog/clients/x.yml", text); copy.type("bin/check catalogue") }
class AProjectCopy
  PARTS = %w[bin catalog check drivers exe lib protocol schema setup test .rubocop.yml Gemfile cachemark.gemspec].freeze

  def self.open
    Dir.mktmpdir("cachemark-copy") do |dir|
      system("cp", "-a", *PARTS.map { |part| File.join(Executable::ROOT, part) }, dir, exception: true)
      ARepository.new(dir).git("init", "--quiet")
      yield new(dir)
    end
  end

  def initialize(dir)
    @dir = dir
  end

  def write(path, text)
    FileUtils.mkdir_p(File.dirname(File.join(@dir, path)))
    File.write(File.join(@dir, path), text)
  end

  # Copies a file or a folder of the project.
  def take(from, path) = FileUtils.cp_r(File.join(Executable::ROOT, from), File.join(@dir, path))

  def edit(path, from, to)
    text = File.read(File.join(@dir, path))
    raise "#{path} has no #{from}" unless text.include?(from)

    write(path, text.sub(from) { to })
  end

  # Executable::Result of a command line in it, with all its files known to git.
  def type(line)
    ARepository.new(@dir).git("add", "--all")
    program, *words = Shellwords.split(line)
    program = "bin/cachemark" if program == "cachemark"
    env = { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => @dir, "CACHEMARK_TEST_CACHE" => WarmCache.path }
    Executable.run(*words, program: File.join(@dir, program), chdir: @dir, env: env)
  end
end
