# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# For tests of environments of packages: an archive, a cache and a keeper; nothing is fetched from afar.
module DebsCase
  Debs = Cachemark::Env::Debs
  Source = Cachemark::Contender::Source
  Release = Cachemark::Catalog::Client::Release

  attr_reader :made, :cache, :keeper

  def setup
    @made, @cache = %w[archive cache].map { |name| File.realpath(Dir.mktmpdir("cachemark-#{name}")) }
    @made = MadeArchive.furnished(@made, method(:furnish).owner) { |archive| furnish(archive) }
    @keeper = SharedKeeper.current
  end

  def teardown = FileUtils.rm_rf([@made.root, @cache])

  # What the archive has in the beginning.
  def furnish(archive) = archive.furnish

  def context(archive: made.archive, **options)
    registry = Cachemark::Env::Registry.new(cache: cache)
    Cachemark::Env::Builder::BuildContext.new(cache: cache, spawn: keeper, registry: registry, archive: archive, **options)
  end

  def suite(name = "older", context: self.context) = Debs::Suite.new(name, context)

  # A contender of the made language; without more it is the reference.
  def contender(version: nil, kind: version ? "package" : "none", suite: nil, dir: nil, ref: nil, **more)
    library = kind == "none" ? {} : { package: "made-thing", module_name: "thing" }
    client = Cachemark::Catalog::Client.new(id: "made/thing", name: "thing", language: "made", summary: "", kind: "client",
                                            adapter: "thing", **library, **more.slice(:package, :building))
    release = more.fetch(:release) { Release.new(number: version, suite: suite) if kind == "package" }
    Cachemark::Contender.new(id: "thing", notation: "thing", client: client, language: made.language, version: version,
                             options: {}, given: {}, gems: {}, source: Source.new(kind: kind, dir: dir, ref: ref),
                             **more.except(:package, :building), release: release)
  end

  def build(*contenders, locks: {}, archive: made.archive, **options, &event)
    registry = Cachemark::Env::Registry.new(cache: cache)
    builder = Cachemark::Env::Builder.new(cache: cache, spawn: keeper, registry: registry, archive: archive, **options)
    builder.build(contenders, locks: locks, &event).values
  ensure
    builder&.release
  end

  def reason(&block) = assert_raises(Cachemark::Env::Impossible, &block).reason
end
