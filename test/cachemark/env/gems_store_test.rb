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

  def store(offline: false, runtime: Cachemark::Env::Runtimes::Runtime.current)
    registry = Cachemark::Env::Registry.new(cache: @dir)
    context = Cachemark::Env::Builder::BuildContext.new(cache: @dir, spawn: nil, registry: registry, offline: offline)
    Cachemark::Env::Gems::Store.new(runtime: runtime, context: context)
  end

  def test_installs_a_version_once
    gem_commands = Installing.new(store)
    2.times { store.install(SPEC, gem_commands) }

    assert_equal [["dalli", "--version", "1.0", "--platform", "ruby"]], gem_commands.orders
    assert store.include?("dalli-1.0")
  end

  def test_offline_an_archive_that_another_ruby_fetched_will_do
    other = store(runtime: Cachemark::Env::Runtimes::Runtime.current.with(build: "other"))
    archive = File.join(other.gem_home, "cache", "dalli-1.0.gem")
    FileUtils.mkdir_p(File.dirname(archive))
    File.write(archive, "")
    gem_commands = Installing.new(store)
    store(offline: true).install(SPEC, gem_commands)

    assert_equal [[archive, "--local"]], gem_commands.orders
  end

  def test_offline_without_one_says_so
    error = assert_raises(Cachemark::Env::Impossible) { store(offline: true).install(SPEC, nil) }

    assert_includes error.reason, "dalli-1.0 is not in the cache"
    assert_match(/without install=cached/, error.how)
  end
end

class EnvPruningTest < Minitest::Test
  Needing = Struct.new(:full_names)

  def setup = @store = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@store)

  def put(*paths) = paths.each { |path| FileUtils.mkdir_p(File.join(@store, path)) }

  def prune(*needed) = Cachemark::Env::Gems::Store::Pruning.new(@store, [Needing.new(needed)]).call

  def test_takes_every_trace_of_a_gem_and_no_more
    put("ruby/3/gems/dalli-1", "ruby/3/gems/dalli-1.1", "ruby/3/specifications/dalli-1.gemspec", "ruby/3/extensions/x/3/dalli-1")

    assert_equal ["dalli-1"], prune("dalli-1.1")
    assert_equal ["ruby/3/gems/dalli-1.1"], Dir.glob("**/*dalli*", base: @store)
  end

  def test_takes_checkouts_and_built_paths_that_nobody_uses
    put("ruby/3/bundler/gems/mine-abc", "ruby/3/bundler/gems/extensions/x", "built/0123", "built/4567")

    assert_equal %w[0123 mine-abc], prune("4567").sort
    assert_equal ["built/4567"], Dir.glob("built/*", base: @store)
  end
end

class EnvGemCommandsTest < Minitest::Test
  # Runs nothing: keeps the commands, prints the given output and fails.
  class Failing
    attr_reader :argv, :env

    def initialize(prints) = @prints = prints

    def run(argv, env:, chdir:, log:)
      @argv = argv
      @env = env
      File.write(log, "#{@prints}\n#{chdir}\n", mode: "a")
      Cachemark::Host::Exit.new(code: 1)
    end
  end

  def setup = @dir = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@dir)

  def gem_commands(spawn, offline: false)
    registry = Cachemark::Env::Registry.new(cache: @dir, source: "https://me:x@gems.example/")
    variables = Cachemark::Env::Variables.new({ "PATH" => "/bin", "RUBYOPT" => "-w" })
    context = Cachemark::Env::Builder::BuildContext.new(cache: @dir, spawn: spawn, registry: registry, offline: offline,
                                                         variables: variables)
    runtime = Cachemark::Env::Runtimes::Runtime.current
    store = Cachemark::Env::Gems::Store.new(runtime: runtime, context: context)
    Cachemark::Env::Gems::GemCommands.new(runtime: runtime, store: store, context: context)
  end

  def folder = Cachemark::Env::Folder.new("#{@dir}/env").tap { |folder| folder.prepare("") }

  def test_runs_that_rubys_own_bundler_on_that_gemfile_alone
    spawn = Failing.new("")
    assert_raises(Cachemark::Env::Impossible) { gem_commands(spawn).lock(folder) }

    program = Cachemark::Env::Gems::GemCommands::Program::LOCK
    assert_equal [RbConfig.ruby, "-e", program, "--", "#{@dir}/env/report.json", "lock"], spawn.argv
    assert_equal ["#{@dir}/env/Gemfile", "me:x", nil], spawn.env.values_at("BUNDLE_GEMFILE", "BUNDLE_GEMS__EXAMPLE", "RUBYOPT")
  end

  def test_keeps_the_answers_of_a_source_in_our_cache_and_not_in_the_users_home
    calls = [->(tools) { tools.lock(folder) }, ->(tools) { tools.install("dalli", [], log: "#{@dir}/log") }]
    envs = calls.map do |call|
      spawn = Failing.new("")
      assert_raises(Cachemark::Env::Impossible) { call.call(gem_commands(spawn)) }
      spawn.env
    end

    assert_equal ["#{@dir}/bundler/specs"] * 2, envs.map { |env| env["GEM_SPEC_CACHE"] }
    assert_equal ["#{@dir}/bundler", nil], envs.first.values_at("BUNDLE_USER_CACHE", "BUNDLE_USER_HOME")
  end

  def test_a_failure_says_why_and_where_the_log_is
    error = assert_raises(Cachemark::Env::Impossible) { gem_commands(Failing.new("error: no such thing")).load_paths(folder) }

    assert_equal "Bundler cannot load: error: no such thing", error.reason
    assert_path_exists error.log
  end

  # Bundler 2.3 and 2.6.
  def test_a_gem_for_another_ruby_says_which_and_how_to_get_it
    ["    dalli was resolved to 5.0.10, which depends on\n      Ruby\0 (>= 3.3)\n\n  Current Ruby\0 version:\n",
     "Because every version of dalli depends on Ruby >= 3.3\n  and Gemfile depends on dalli,\n"].each do |text|
      error = assert_raises(Cachemark::Env::Impossible) { gem_commands(Failing.new(text)).lock(folder) }

      assert_equal "needs Ruby >= 3.3 (this is #{RUBY_VERSION})", error.reason
      assert_match(/\Apass ruby=PATH of a Ruby >= 3.3; cachemark env runtime ruby-3.3 makes one/, error.how)
    end
  end

  def test_offline_says_how_to_get_online
    error = assert_raises(Cachemark::Env::Impossible) { gem_commands(Failing.new("x"), offline: true).lock(folder) }

    assert_match(/without install=cached/, error.how)
  end

  def test_a_full_disk_is_no_fault_of_the_contender
    error = assert_raises(Cachemark::Trouble) { gem_commands(Failing.new("cp: No space left on device")).check_out(folder) }

    refute_kind_of Cachemark::Env::Impossible, error
    assert_includes error.message, @dir
  end
end
