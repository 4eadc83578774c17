# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvStoreTest < Minitest::Test
  # Installs by writing a specification, as RubyGems does last.
  class Installing
    attr_reader :orders

    def initialize(store) = (@store, @orders = store, [])

    def install(from, options, log:)
      @orders << [from, *options]
      File.write(log, "")
      FileUtils.mkdir_p("#{@store.gem_home}/specifications")
      File.write("#{@store.gem_home}/specifications/dalli-1.0.gemspec", "")
    end
  end

  SPEC = { name: "dalli", version: "1.0", full_name: "dalli-1.0", platform: "ruby" }.freeze

  def setup = @dir = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@dir)

  def store(offline: false, runtime: Cachemark::Env::Runtime.current)
    registry = Cachemark::Env::Registry.new(cache: @dir)
    workshop = Cachemark::Env::Workshop.new(cache: @dir, spawn: nil, registry: registry, offline: offline)
    Cachemark::Env::Store.new(runtime: runtime, workshop: workshop)
  end

  def test_installs_a_version_once
    toolbox = Installing.new(store)
    2.times { store.install(SPEC, toolbox) }

    assert_equal [["dalli", "--version", "1.0", "--platform", "ruby"]], toolbox.orders
    assert store.include?("dalli-1.0")
  end

  def test_offline_an_archive_that_another_ruby_fetched_will_do
    archive = File.join(store(runtime: Cachemark::Env::Runtime.current.with(build: "other")).gem_home, "cache", "dalli-1.0.gem")
    FileUtils.mkdir_p(File.dirname(archive))
    File.write(archive, "")
    toolbox = Installing.new(store)
    store(offline: true).install(SPEC, toolbox)

    assert_equal [[archive, "--local"]], toolbox.orders
  end

  def test_offline_without_one_says_so
    error = assert_raises(Cachemark::Env::Impossible) { store(offline: true).install(SPEC, nil) }

    assert_includes error.reason, "dalli-1.0 is not in the cache"
    assert_match(/without --offline/, error.how)
  end
end
