# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"
require "open3"
require "tmpdir"

# The cache that tests build real gems in. It outlives a test run: memcached alone takes half
# a minute to build. CACHEMARK_TEST_CACHE names another.
module WarmCache
  YOUNG_S = 3_600

  def self.path
    ENV.fetch("CACHEMARK_TEST_CACHE") do
      File.join(ENV.fetch("XDG_CACHE_HOME", File.join(Dir.home, ".cache")), "cachemark-test")
    end
  end

  # The path of a folder that the block fills, once for all test runs in which it has these parts. It is whole from the moment
  # that it is there.
  #: (String, *Object) { (String) -> void } -> String
  def self.kept(kind, *parts)
    folder = File.join(path, kind, Digest::SHA256.hexdigest(parts.inspect)[0, 16])
    return folder if File.directory?(folder)

    FileUtils.mkdir_p(File.dirname(folder))
    Dir.mktmpdir("new", File.dirname(folder)) do |made|
      yield FileUtils.mkdir_p(File.join(made, "copy")).first
      File.rename(File.join(made, "copy"), folder)
    end
    folder
  rescue Errno::ENOTEMPTY, Errno::EEXIST # made by another process meanwhile
    folder
  end

  # An empty cache for one test; only what Bundler has fetched of the gem source's lists is there.
  def self.fresh
    Dir.mktmpdir do |cache|
      FileUtils.mkdir_p("#{path}/bundler")
      FileUtils.ln_s("#{path}/bundler", "#{cache}/bundler")
      yield cache
    end
  end

  # A cache for one test that has everything of Debian's packages, because hard links need the same disk.
  def self.with_packages
    FileUtils.mkdir_p(path)
    cache = Dir.mktmpdir("own-", path)
    %w[apt debs roots locks logs].each do |name|
      FileUtils.mkdir_p("#{path}/#{name}")
      FileUtils.ln_s("#{path}/#{name}", "#{cache}/#{name}")
    end
    cache
  end

  # [output, success?] of a program that says the same of the same files: it runs once for each of their contents.
  def self.said(command, files)
    program = Processes.program(command.first)
    about = [*command.map { |word| File.basename(word) }, program && File.size(program), *files.map { |file| File.read(file) }]
    kept = File.join(path, "said", "#{Digest::SHA256.hexdigest(about.join("\0"))}.json")
    return JSON.parse(File.read(kept)) if File.exist?(kept)

    output, status = Open3.capture2e(*command)
    FileUtils.mkdir_p(File.dirname(kept))
    Cachemark::AtomicFile.write(kept, JSON.generate([output, status.success?]))
    [output, status.success?]
  end

  # Removes what was built of folders that tests have thrown away since: nobody can ask for it again. Another
  # test may be using a young one at this moment.
  def self.sweep
    FileUtils.rm_rf(aged("envs/*").select { |dir| lost?(dir) })
    FileUtils.rm_rf(aged("own-*"))
    FileUtils.rm_rf(aged("store/*/*/*/{bundler/gems,cache/bundler/git}/*").select { |dir| orphan?(dir) })
  rescue Errno::ENOENT # another test run is at it
    nil
  end

  def self.aged(glob)
    Dir.glob(File.join(path, glob)).select { |dir| Time.now - File.mtime(dir) > YOUNG_S }
  end

  # Whether an environment names a temporary folder that is gone.
  def self.lost?(environment)
    texts = Dir.glob("#{environment}/{Gemfile,env.json}").map { |file| File.read(file) }
    texts.join.scan(%r{"(#{Regexp.escape(Dir.tmpdir)}/[^"]+)"}).flatten.any? { |named| !File.exist?(named) }
  end

  # Whether it is a commit of a repository that was in a temporary folder, as Bundler names it.
  def self.orphan?(checkout)
    repository = File.basename(checkout)[/\A(.*\d{8}-\d+-\w+)-\h+\z/, 1]
    repository && !File.exist?(File.join(Dir.tmpdir, repository))
  end
  private_class_method :aged, :lost?, :orphan?

  # Builds contenders with real processes and a real gem source.
  def self.build(contenders, cache: path, offline: false, install: true, locks: {}, registry: nil, **more, &event)
    registry ||= Cachemark::Env::Registry.new(cache: cache, offline: offline)
    builder = Cachemark::Env::Builder.new(cache: cache, spawn: SharedKeeper.current, registry: registry, offline: offline,
                                          install: install, **more)
    builder.build(contenders, locks: locks, &event)
  ensure
    builder&.release
  end
end
