# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# For tests of libraries from a pip index: an index in a folder, and a keeper.
module IndexCase
  attr_reader :index, :keeper, :cache

  def setup
    @index = MadeIndex.new(File.realpath(Dir.mktmpdir("cachemark-index")))
    @cache = WarmCache.with_packages
    @keeper = Cachemark::Host::Keeper.start
    @given = index.variables
  end

  def teardown
    keeper.stop
    FileUtils.rm_rf([index.root, cache])
  end

  # The environment of a user of that index.
  def variables = Cachemark::Env::Variables.new(ENV.to_h.merge(@given).compact)

  def releases(offline: false, **options)
    Cachemark::Env::Pip::Index.new(cache: cache, spawn: keeper, offline: offline, variables: variables, **options)
  end

  def registry(**options)
    Cachemark::Env::Registry.new(cache: cache, index: -> { releases(**options) }, **options.slice(:offline))
  end

  def resolver(**options)
    Cachemark::Contender::Resolver.new(catalog: Cachemark::Catalog.load, versions: registry(**options),
                                       runtime: Cachemark::Env::Runtimes::Runtime.current)
  end

  def skip_without_pip
    skip "this machine has no pip" unless system("python3", "-m", "pip", "--version", out: File::NULL, err: File::NULL)
  end

  # Wheels of a client that says its version, without more.
  def publish(*versions, name: "pymemcache", **options)
    versions.each do |version|
      index.wheel(name, version, { "#{name}/__init__.py" => "__version__ = \"#{version}\"\n" }, **options)
    end
  end
end
