# frozen_string_literal: true

require "fileutils"
require "open3"
require "tmpdir"

# A real git repository of a client in a temporary folder:
#
#   ARepository.open("dalli") { |repository| repository.write("lib/dalli.rb", "X = 1"); repository.commit }
class ARepository
  AUTHOR = %w[-c user.name=me -c user.email=me@example.org -c init.defaultBranch=main -c commit.gpgsign=false].freeze

  attr_reader :dir

  # With one commit on main: a gemspec and lib/GEM.rb.
  def self.open(gem)
    Dir.mktmpdir("cachemark-repository") { |dir| yield new(File.realpath(dir)).begin(gem) }
  end

  def initialize(dir)
    @dir = dir
  end

  def begin(gem)
    git("init", "--quiet")
    write("#{gem}.gemspec", "Gem::Specification.new { |s| s.name = \"#{gem}\"; s.version = \"3.2.8\" }\n")
    write("lib/#{gem}.rb", "# #{gem}\n")
    commit
    self
  end

  def git(*words)
    output, status = Open3.capture2e("git", "-C", dir, *AUTHOR, *words)
    raise "git #{words.join(" ")}: #{output}" unless status.success?

    output.chomp
  end

  def write(path, text)
    FileUtils.mkdir_p(File.dirname(File.join(dir, path)))
    File.write(File.join(dir, path), text)
  end

  # The id of a commit of everything in the folder.
  def commit(message = "change")
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "-m", message)
    git("rev-parse", "HEAD")
  end
end
