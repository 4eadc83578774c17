# frozen_string_literal: true

require "fileutils"
require "open3"
require "tmpdir"

# For tests of libraries from a pip index: an index in a folder, a cache with Debian's packages, and a keeper.
module IndexCase
  NO_DEBIAN = /Debian \w+ (?:does not|cannot)|no archive/

  class << self
    # The machine's own interpreter, by its own path: a version manager's costs a second for each start. nil if it has no pip.
    def python
      @python ||= [IO.popen(["sh", "-c", "python3 -c 'import pip, sys; print(sys.executable)'"], err: File::NULL, &:read).chomp]
      @python.first unless @python.first.empty?
    end
  end

  attr_reader :index, :keeper, :cache

  def setup
    skip "this machine has no pip" unless IndexCase.python
    @index = MadeIndex.new(File.realpath(Dir.mktmpdir("cachemark-index")))
    @cache = WarmCache.with_packages
    @keeper = SharedKeeper.current
    @given = index.variables
  end

  def teardown = FileUtils.rm_rf([index&.root, cache].compact)

  # The environment of a user of that index.
  def variables = Cachemark::Env::Variables.new(ENV.to_h.merge(@given).compact)

  def releases(offline: false, command: [IndexCase.python, "-m", "pip"], **options)
    Cachemark::Env::Pip::Index.new(cache: cache, spawn: keeper, offline: offline, variables: variables, command: command,
                                   **options)
  end

  # The environments of these contenders, or why there is none.
  def build(*words, offline: false, locks: {}, &event)
    registry = Cachemark::Env::Registry.new(cache: cache, index: ->(_kind) { releases(offline: offline) }, offline: offline)
    resolver = Cachemark::Contender::Resolver.new(catalog: Cachemark::Catalog.load, versions: registry,
                                                  runtime: Cachemark::Env::Runtimes::Runtime.current)
    contenders = words.map { |word| resolver.resolve(word).with(id: word) }
    built = WarmCache.build(contenders, cache: cache, offline: offline, variables: variables, locks: locks, &event).values
    built.each { |one| skip one.reason if one.is_a?(Cachemark::Env::Unavailable) && one.reason.match?(NO_DEBIAN) }
  end

  # The output of a program in an environment, started as a driver is.
  def printed(environment, program)
    output, status = Open3.capture2e(environment.env, *environment.argv, "-c", program, unsetenv_others: true)
    assert status.success?, output
    output.lines(chomp: true)
  end

  # The files that a prune of the cache removes, except those that all tests share.
  def pruned(unused_for_s)
    FileUtils.rm_f(%w[debs locks roots].map { |name| "#{cache}/#{name}" })
    Cachemark::Env::Inventory.new(cache: cache).prune(unused_for_s: unused_for_s).files
  end

  # Wheels of a client that says its version, without more.
  def publish(*versions, name: "pymemcache", **options)
    versions.each do |version|
      index.wheel(name, version, { "#{name}/__init__.py" => "__version__ = \"#{version}\"\n" }, **options)
    end
  end
end
