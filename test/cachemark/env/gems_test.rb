# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

class EnvBundlingTest < Minitest::Test
  # Builds one contender in a separate process, as another cachemark would.
  PROGRAM = <<~'RUBY'
    %w[cachemark made_contender shared_keeper warm_cache].each { |file| require file }
    built = WarmCache.build([MadeContender.gem("dalli", "4.3.10")], cache: ARGV[0]) { |event| warn event[:kind] }
    environment = built.values.first
    puts environment.respond_to?(:gems) ? environment.gems.inspect : environment.reason
  RUBY

  def command(cache) = [RbConfig.ruby, "-I", [*$LOAD_PATH, "#{Cachemark::ROOT}/test/support"].join(":"), "-e", PROGRAM, cache]

  def test_two_processes_that_build_the_same_at_once_both_succeed
    WarmCache.fresh do |cache|
      outcomes = Array.new(2) { Thread.new { Open3.capture3(*command(cache)) } }.map(&:value)

      assert_equal(['{"dalli"=>"4.3.10", "logger"=>"1.7.0"}'] * 2, outcomes.map { |out, _| out.chomp })
      assert_equal(2, outcomes.sum { |_, events,| events.scan("building").size })
    end
  end

  def test_a_killed_build_and_a_gem_that_is_gone_from_the_store_are_built_again
    WarmCache.fresh do |cache|
      Open3.popen3(*command(cache)) do |_, _, events, process|
        assert_equal "resolving", events.gets.chomp
        Process.kill("KILL", process.pid)
      end

      assert_empty Dir["#{cache}/envs/*/env.json"]
      2.times do
        environment = WarmCache.build([MadeContender.gem("dalli", "4.3.10")], cache: cache).values.first
        dir = environment.expected.first.fetch(:dir)
        assert_equal ["4.3.10", true], [environment.gems["dalli"], File.exist?(dir)]
        FileUtils.rm_rf([dir, *Dir["#{cache}/store/**/dalli-4.3.10.gemspec"]])
      end
    end
  end

  def test_a_runtime_with_another_name_has_its_own_environment
    WarmCache.fresh do |dir|
      File.write("#{dir}/ruby", "#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n")
      File.chmod(0o755, "#{dir}/ruby")
      contenders = [nil, "#{dir}/ruby"].map { |ruby| MadeContender.gem("dalli", "3.2.8", runtime: ruby) }
      own, other = contenders.map { |contender| WarmCache.build([contender], cache: dir).values.first }

      assert_equal "#{dir}/ruby", other.argv.first
      refute_equal own.dir, other.dir
      assert_equal own.argv.drop(1), other.argv.drop(1)
    end
  end
end

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
    context = Cachemark::Env::Builder::BuildContext.new(cache: @dir, spawn: nil, registry: registry)
    runtime = Cachemark::Env::Runtimes::Runtime.current
    store = Cachemark::Env::Gems::Store.new(runtime: runtime, context: context)
    contender = MadeContender.gem("dalli", "1", left_out: left_out)
    assembly, user = [contender, as || contender].map do |each|
      Cachemark::Env::Gems::Construction::Assembly.new(each, runtime, context, Cachemark::Env::Folder.new(@dir))
    end
    loaded = { load_paths: gems.map { |gem| "#{gem[:dir]}/lib" } + ["#{@dir}/promised"], gems: gems }
    user.environment(assembly.facts(Cachemark::Env::Gems::Origin.of(contender, context, store), store, loaded))
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

  def test_omits_gems_that_the_catalogue_excludes
    environment = assemble(gem("dalli", "1"), gem("json", "1.8.6"), left_out: ["json"])

    assert_equal({ "dalli" => "1" }, environment.gems)
    assert_equal [RbConfig.ruby, "-I", "#{@dir}/dalli-1/lib"], environment.argv
  end
end

class EnvGemfileTest < Minitest::Test
  Entry = Cachemark::Env::Gems::Gemfile::Entry

  def text(*entries, source: "https://gems.example/")
    Cachemark::Env::Gems::Gemfile.new(entries: entries, source: source).to_s
  end

  def test_pins_exact_versions_in_the_order_of_their_names
    assert_equal <<~RUBY, text(Entry.new(name: "kgio", version: "2.11.4"), Entry.new(name: "dalli", version: "2.7.11"))
      source "https://gems.example/"
      gem "dalli", "= 2.7.11"
      gem "kgio", "= 2.11.4"
    RUBY
  end

  def test_writes_path_and_git_sources
    path = Entry.new(name: "dalli", options: { path: "/src/da\"lli" })
    git = Entry.new(name: "kgio", options: { git: "/src/kgio", ref: "abc" })

    assert_includes text(path), 'gem "dalli", path: "/src/da\"lli"'
    assert_includes text(git), 'gem "kgio", git: "/src/kgio", ref: "abc"'
  end

  def test_never_writes_the_credentials_of_a_source
    assert_includes text(source: "https://me:secret@gems.example/"), %(source "https://gems.example/"\n)
  end
end

class EnvLockfileTest < Minitest::Test
  Lockfile = Cachemark::Env::Lockfile

  BUNDLERS = <<~LOCK
    GEM
      remote: https://gems.example/
      specs:
        dalli (3.2.8)

    PLATFORMS
      ruby

    DEPENDENCIES
      dalli (= 3.2.8)

    BUNDLED WITH
       2.3.15
  LOCK

  def test_is_the_same_whichever_bundler_wrote_it
    assert_equal Lockfile.portable(BUNDLERS, stamps: []), Lockfile.portable(BUNDLERS.sub("2.3.15", "2.6.9"), stamps: [])
  end

  def test_is_headed_by_what_bundler_does_not_see
    portable = Lockfile.portable(BUNDLERS, stamps: ["path dalli sha256:1"])

    assert portable.start_with?("# path dalli sha256:1\nGEM\n")
    assert_equal ["path dalli sha256:1"], Lockfile.stamps(portable)
  end

  def test_goes_back_to_bundler_with_the_source_of_this_machine
    local = Lockfile.local(Lockfile.portable(BUNDLERS, stamps: ["x"]), source: "https://mirror.example/")

    assert_equal BUNDLERS.sub("gems.example", "mirror.example").sub(/\n+BUNDLED.*/m, "\n"), local
  end

  def test_puts_dependencies_first_and_survives_circles
    specs = [["a", %w[b absent]], ["b", ["c"]], ["c", ["b"]], ["d", []]].map { |name, needs| { name: name, needs: needs } }
    order = Lockfile.in_order(specs).map { |spec| spec.fetch(:name) }

    assert_operator order.index("b"), :<, order.index("a")
    assert_equal %w[a b c d], order.sort
  end
end
