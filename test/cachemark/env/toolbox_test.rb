# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvToolboxTest < Minitest::Test
  # Runs nothing: keeps the commands, prints and fails as it is told.
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

  def toolbox(spawn, offline: false)
    registry = Cachemark::Env::Registry.new(cache: @dir, source: "https://me:x@gems.example/")
    variables = Cachemark::Env::Variables.new({ "PATH" => "/bin", "RUBYOPT" => "-w" })
    workshop = Cachemark::Env::Workshop.new(cache: @dir, spawn: spawn, registry: registry, offline: offline, variables: variables)
    runtime = Cachemark::Env::Runtime.current
    store = Cachemark::Env::Store.new(runtime: runtime, workshop: workshop)
    Cachemark::Env::Toolbox.new(runtime: runtime, store: store, workshop: workshop)
  end

  def folder = Cachemark::Env::Folder.new("#{@dir}/env").tap { |folder| folder.prepare("") }

  def test_runs_that_rubys_own_bundler_on_that_gemfile_alone
    spawn = Failing.new("")
    assert_raises(Cachemark::Env::Impossible) { toolbox(spawn).lock(folder) }

    assert_equal [RbConfig.ruby, "-e", Cachemark::Env::Program::LOCK, "--", "#{@dir}/env/report.json", "lock"], spawn.argv
    assert_equal ["#{@dir}/env/Gemfile", "me:x", nil], spawn.env.values_at("BUNDLE_GEMFILE", "BUNDLE_GEMS__EXAMPLE", "RUBYOPT")
  end

  def test_what_a_source_told_is_kept_in_our_cache_and_not_in_the_users_home
    calls = [->(tools) { tools.lock(folder) }, ->(tools) { tools.install("dalli", [], log: "#{@dir}/log") }]
    envs = calls.map do |call|
      spawn = Failing.new("")
      assert_raises(Cachemark::Env::Impossible) { call.call(toolbox(spawn)) }
      spawn.env
    end

    assert_equal ["#{@dir}/bundler/specs"] * 2, envs.map { |env| env["GEM_SPEC_CACHE"] }
    assert_equal ["#{@dir}/bundler", nil], envs.first.values_at("BUNDLE_USER_CACHE", "BUNDLE_USER_HOME")
  end

  def test_a_failure_says_why_and_where_the_log_is
    error = assert_raises(Cachemark::Env::Impossible) { toolbox(Failing.new("error: no such thing")).load_paths(folder) }

    assert_equal "Bundler cannot load: error: no such thing", error.reason
    assert_path_exists error.log
  end

  def test_offline_says_how_to_get_online
    error = assert_raises(Cachemark::Env::Impossible) { toolbox(Failing.new("x"), offline: true).lock(folder) }

    assert_match(/without --offline/, error.how)
  end

  def test_a_full_disk_is_no_fault_of_the_contender
    error = assert_raises(Cachemark::Trouble) { toolbox(Failing.new("cp: No space left on device")).check_out(folder) }

    refute_kind_of Cachemark::Env::Impossible, error
    assert_includes error.message, @dir
  end
end
