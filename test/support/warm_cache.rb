# frozen_string_literal: true

require "tmpdir"
require "fileutils"

# The cache that tests build real gems in. It outlives a test run: memcached alone takes half
# a minute to build. CACHEMARK_TEST_CACHE names another.
module WarmCache
  def self.path
    ENV.fetch("CACHEMARK_TEST_CACHE") do
      File.join(ENV.fetch("XDG_CACHE_HOME", File.join(Dir.home, ".cache")), "cachemark-test")
    end
  end

  # An empty cache for one test; only what Bundler has fetched of the gem source's lists is there.
  def self.fresh
    Dir.mktmpdir do |cache|
      FileUtils.mkdir_p("#{path}/bundler")
      FileUtils.ln_s("#{path}/bundler", "#{cache}/bundler")
      yield cache
    end
  end

  # Builds contenders with real processes and a real gem source.
  def self.build(contenders, cache: path, offline: false, install: true, locks: {}, registry: nil, &event)
    registry ||= Cachemark::Env::Registry.new(cache: cache, offline: offline)
    Cachemark::Host::Keeper.start do |keeper|
      builder = Cachemark::Env::Builder.new(cache: cache, spawn: keeper, registry: registry, offline: offline, install: install)
      builder.build(contenders, locks: locks, &event)
    ensure
      builder&.release
    end
  end
end
