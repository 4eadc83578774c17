# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvAssemblyTest < Minitest::Test
  def setup = @dir = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@dir)

  def gem(name, version)
    dir = "#{@dir}/#{name}-#{version}"
    FileUtils.mkdir_p("#{dir}/lib")
    { gem: name, version: version, dir: dir, extension_dir: "#{@dir}/absent" }
  end

  # Facts and environment of dalli@1 with these gems loaded; `as` is who uses it then.
  def assemble(*gems, left_out: [], as: nil)
    registry = Cachemark::Env::Registry.new(cache: @dir)
    workshop = Cachemark::Env::Workshop.new(cache: @dir, spawn: nil, registry: registry)
    runtime = Cachemark::Env::Runtime.current
    store = Cachemark::Env::Store.new(runtime: runtime, workshop: workshop)
    contender = MadeContender.gem("dalli", "1", left_out: left_out)
    assembly, user = [contender, as || contender].map do |each|
      Cachemark::Env::Assembly.new(each, runtime, workshop, Cachemark::Env::Folder.new(@dir))
    end
    loaded = { load_paths: gems.map { |gem| "#{gem[:dir]}/lib" } + ["#{@dir}/promised"], gems: gems }
    user.environment(assembly.facts(Cachemark::Env::Origin.of(contender, workshop, store), store, loaded))
  end

  def test_the_contenders_own_gem_comes_first
    environment = assemble(gem("a", "2"), gem("dalli", "1"))

    assert_equal %w[dalli a], environment.expected.map { |gem| gem.fetch(:gem) }
    assert_equal({ "dalli" => "1", "a" => "2" }, environment.gems)
  end

  def test_contenders_that_share_a_folder_have_each_their_own_gem_first
    environment = assemble(gem("a", "2"), gem("dalli", "1"), as: MadeContender.gem("a", "2"))

    assert_equal %w[a dalli], environment.expected.map { |gem| gem.fetch(:gem) }
  end

  def test_loads_from_the_locks_folders_and_from_no_gem_home
    environment = assemble(gem("dalli", "1"))

    assert_equal [RbConfig.ruby, "-I", "#{@dir}/dalli-1/lib"], environment.argv
    assert_equal ["#{@dir}/nowhere"] * 2, environment.env.values_at("GEM_HOME", "GEM_PATH")
    assert_empty Dir.children("#{@dir}/nowhere")
  end

  def test_leaves_out_what_the_catalogue_says_must_not_be_loaded
    environment = assemble(gem("dalli", "1"), gem("json", "1.8.6"), left_out: ["json"])

    assert_equal({ "dalli" => "1" }, environment.gems)
    assert_equal [RbConfig.ruby, "-I", "#{@dir}/dalli-1/lib"], environment.argv
  end
end
