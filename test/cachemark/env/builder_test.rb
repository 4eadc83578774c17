# frozen_string_literal: true

require "test_helper"
require "open3"
require "tempfile"
require "tmpdir"

# With real gems from the real gem source, in a cache that stays warm.
class EnvBuilderTest < Minitest::Test
  Environment = Cachemark::Env::Environment
  Unavailable = Cachemark::Env::Unavailable

  # The output of a program in an environment, started as a driver would be.
  def run_in(environment, program)
    output, status = Open3.capture2e(environment.env, *environment.argv, "-e", program, unsetenv_others: true)
    assert status.success?, output
    output.chomp
  end

  def build(*contenders, **options, &event) = WarmCache.build(contenders, **options, &event).values

  def test_loads_the_exact_version_and_can_prove_it
    %w[3.2.8 4.3.10].each do |version|
      environment, = build(MadeContender.gem("dalli", version))
      loaded, file = run_in(environment, 'require "dalli"; puts Dalli::VERSION, $".grep(/dalli\.rb/)').lines(chomp: true)

      assert_equal version, loaded
      assert_nil Cachemark::Env::LoadedFiles.new(environment).reason({ "version" => loaded, "file" => file })
    end
  end

  def test_a_contender_cannot_load_gems_of_another_environment
    plain = MadeContender.gem("dalli", "2.7.11")
    with_kgio = MadeContender.gem("dalli", "2.7.11", companions: { "kgio" => "2.11.4" }).tap { |contender| contender.id = "kgio" }
    environments = build(plain, with_kgio)
    program = '[:require, :gem].each { |way| begin; send(way, "kgio"); puts "in"; rescue LoadError; puts "out"; end }'

    assert_equal(%w[out out], run_in(environments.first, program).lines(chomp: true))
    assert_equal "in", run_in(environments.last, program).lines(chomp: true).first
    assert_equal "2.11.4", environments.last.gems["kgio"]
  end

  def test_builds_extensions_and_stores
    memcached, old, new = build(MadeContender.gem("memcached", "1.8.0"),
                                MadeContender.gem("activesupport", "4.2.0", companions: { "dalli" => "2.7.11" }),
                                MadeContender.gem("activesupport", "7.2.2", companions: { "dalli" => "3.2.8" }))

    assert_equal "1.8.0", run_in(memcached, 'require "memcached"; puts Memcached::VERSION')
    assert_equal "4.2.0 2.7.11", run_in(old, 'require "active_support/version"; require "dalli";
                                              puts [ActiveSupport.version, Dalli::VERSION].join(" ")')
    assert_equal "7.2.2", run_in(new, 'require "active_support"; puts ActiveSupport.version')
  end

  def test_an_old_lock_leaves_the_driver_a_json_that_works
    environment, = build(MadeContender.gem("activesupport", "4.2.0", left_out: ["json"]))

    assert_equal '{"a"=>1}', run_in(environment, 'require "json"; p JSON.parse(JSON.generate("a" => 1))')
    refute environment.gems.key?("json")
    assert_includes environment.lock, "json (1.8"
  end

  def test_a_copy_loads_nothing_of_the_gem_that_carries_it
    copy = MadeContender.copy("memcache-client", "rails-2.2.2", gem: "activesupport", version: "2.2.2", reports: "1.5.0",
                                                                path: "lib/active_support/vendor/memcache-client-*")
    environment, = build(copy)

    file = run_in(environment, 'require "memcache"; puts $".grep(/memcache/)')

    assert_match %r{activesupport-2.2.2/.*memcache-client-[\d.]+/memcache.rb}, file
    assert_equal "out", run_in(environment, 'begin; require "active_support"; rescue LoadError; puts "out"; end')
    assert_equal "# copy memcache-client@rails-2.2.2 in activesupport-2.2.2\n", environment.lock
  end

  def test_broken_metadata_and_build_time_junk_do_not_stop_a_gem
    broken = MadeContender.gem("memcache-client", "1.6.3", alone: ["1.6.3"])
    junk = MadeContender.gem("memcache-client", "1.5.0", alone: ["1.5.0"])

    build(broken, junk).each do |environment|
      assert_equal ["memcache-client"], environment.gems.keys
      file = run_in(environment, 'require "memcache"; puts $".grep(/memcache.rb/)')

      assert_match %r{/unpacked/memcache-client-1\.[\d.]+/lib/memcache\.rb}, file
    end
  end

  def test_a_reference_needs_no_gem_at_all
    environment, = build(MadeContender.none)

    assert_equal [environment.runtime.fetch(:path)], environment.argv
    assert_empty environment.expected
    assert_empty environment.lock
  end

  def test_a_newer_ruby_that_can_be_made_is_named
    wanted = Gem::Version.new("3.3") > Gem::Version.new(RUBY_VERSION) ? ">= 3.3" : "< 3.2"
    name = wanted == ">= 3.3" ? "ruby-3.3" : "ruby-3.1"
    newer, = build(MadeContender.gem("dalli", "5.3.2", requires_runtime: wanted))

    assert_equal "pass ruby=PATH of a Ruby #{wanted}; cachemark env runtime #{name} makes one", newer.how
  end

  def test_a_ruby_without_the_compiler_is_unavailable_instead_of_running_without
    Dir.mktmpdir do |folder|
      without = File.join(folder, "ruby")
      removal = "RubyVM.send(:remove_const, :YJIT) if defined?(RubyVM::YJIT)"
      File.write(without, "#!/bin/sh\nexec #{RbConfig.ruby} -e '#{removal}' -e \"$2\"\n", perm: 0o755)
      found, = build(MadeContender.gem("dalli", "2.7.11", runtime: without, jit: "yjit"))

      assert_equal ["this Ruby was built without YJIT: #{without}", "cachemark env runtime ruby-3.3-yjit builds one"],
                   [found.reason, found.how]
    end
  end

  def test_an_unavailable_environment_has_a_reason_and_stops_no_other
    events = Queue.new
    none, newer, unknown = build(MadeContender.none, MadeContender.gem("dalli", "5.3.2", requires_runtime: ">= 99.3"),
                                 MadeContender.gem("dalli", "99.1")) { |event| events << event }

    assert_kind_of Environment, none
    assert_equal "needs Ruby >= 99.3 (this is #{RUBY_VERSION})", newer.reason
    assert_equal "pass ruby=PATH of a Ruby >= 99.3", newer.how
    assert_match(/Could not find gem 'dalli \(= 99\.1\)'/, unknown.reason)
    assert_path_exists unknown.log
    assert_equal %w[failed failed ready resolving], Array.new(events.size) { events.pop }.map { |event| event[:kind] }.sort
  end

  def test_versions_that_cannot_work_together_are_not_even_tried
    refused, = build(MadeContender.gem("dalli", "3.2.8", refusal: "they do not fit"))

    assert_equal "they do not fit", refused.reason
  end

  def test_builds_nothing_where_it_may_not
    Dir.mktmpdir do |cache|
      refused, = build(MadeContender.gem("dalli", "3.2.8"), cache: cache, install: false)
      offline, = build(MadeContender.gem("dalli", "3.2.8"), cache: cache, offline: true)

      assert_match(/not built yet/, refused.reason)
      assert_equal "run without install=no", refused.how
      assert_kind_of Unavailable, offline
      assert_match(/without install=cached/, offline.how)
    end
  end

  def test_a_built_environment_needs_no_process
    contender = MadeContender.gem("dalli", "3.2.8")
    first, = build(contender)
    registry = Cachemark::Env::Registry.new(cache: WarmCache.path, offline: true)
    builder = Cachemark::Env::Builder.new(cache: WarmCache.path, spawn: nil, registry: registry, offline: true)

    assert_equal first, builder.build([contender]).values.first
  ensure
    builder&.release
  end

  def test_an_unusable_cache_is_one_clear_message
    Dir.mktmpdir do |dir|
      File.write("#{dir}/file", "")
      error = assert_raises(Cachemark::Trouble) { build(MadeContender.none, cache: "#{dir}/file/cache") }

      assert_includes error.message, "#{dir}/file/cache"
      assert_includes error.try, "XDG_CACHE_HOME"
    end
  end

  def test_a_lock_of_a_record_is_rebuilt_exactly_or_refused
    contender = MadeContender.gem("dalli", "4.3.10")
    lock = build(contender).first.lock
    older = lock.sub(/logger \(\d[^)]*\)/, "logger (1.6.6)")
    absent = lock.sub(/logger \(\d[^)]*\)/, "logger (99.9)")

    assert_equal "1.6.6", build(contender, locks: { contender.id => older }).first.gems["logger"]
    assert_match(/logger 99.9 cannot be installed/, build(contender, locks: { contender.id => absent }).first.reason)
    assert_match(/ran path dalli/, build(contender, locks: { contender.id => "# path dalli sha256:1\n#{lock}" }).first.reason)
  end
end

class EnvConstructionTest < Minitest::Test
  # A way that takes no time, and notes what it is asked for.
  class Made < Cachemark::Env::Builder::Construction
    Origin = Struct.new(:stamps)
    MADE = { load_paths: [], expected: [], unused: [], store: "/store", runtime: {} }.freeze

    def made = @made ||= []

    private

    def origin = Origin.new(["path mine sha256:1"])

    def digest = "d"

    def make
      made << :make
      folder.clear
      MADE
    end

    def environment(facts) = [:environment, facts]
  end

  def setup = @cache = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@cache)

  def context(**options)
    registry = Cachemark::Env::Registry.new(cache: @cache)
    Cachemark::Env::Builder::BuildContext.new(cache: @cache, spawn: nil, registry: registry, **options)
  end

  def construction(lock: nil, refusal: nil, **options)
    contender = MadeContender.none.tap { |made| made.refusal = refusal }
    Made.new(contender, context(**options), lock: lock)
  end

  def reason(construction) = assert_raises(Cachemark::Env::Impossible) { construction.call }.reason

  def test_the_language_says_which_way
    contenders = %w[socket python/socket].map { |name| MadeCells.contender(name) }
    ways = contenders.map { |contender| Cachemark::Env::Builder::Construction.of(contender, context).class }

    assert_equal [Cachemark::Env::Gems::Construction, Cachemark::Env::Debs::Construction], ways
  end

  def test_is_made_once_and_then_found
    first = construction
    second = construction

    assert_equal [:environment, Made::MADE], first.call
    assert_equal first.call, second.call
    assert_equal [[:make], []], [first.made, second.made]
    assert_equal "socket\n", File.read("#{@cache}/envs/d/users")
  end

  def test_does_not_build_refused_or_uninstalled_or_changed_contenders
    assert_equal "they do not fit", reason(construction(refusal: "they do not fit"))
    assert_match(/not built yet/, reason(construction(install: false)))
    assert_equal "the environment of the record is no longer available: it ran path mine sha256:2",
                 reason(construction(lock: "# path mine sha256:2\n"))
    refute_path_exists "#{@cache}/envs"
  end

  def test_a_build_that_fails_is_known_by_its_notation
    failing = construction.tap { |made| made.define_singleton_method(:make) { raise Cachemark::Env::Impossible, "no compiler" } }

    assert_equal "no compiler", reason(failing)
    assert_equal [[%w[socket], false]], Cachemark::Env::Inventory.new(cache: @cache).list.map { |one| [one.notations, one.ready] }
  end

  def test_a_lock_of_the_same_is_no_obstacle
    assert_equal [:environment, Made::MADE], construction(lock: "# path mine sha256:1\n").call
  end
end

module Cachemark
  class Env::EnvironmentTest < Minitest::Test
    include ALab

    def test_one_of_several_that_share_it_is_held_to_its_own_gems
      all = %w[memcached kgio connection_pool dalli].map { |gem| { gem: gem, version: "1", dir: "/#{gem}", extension_dir: nil } }
      shared = environment("whole", expected: all, gems: all.to_h { |gem| [gem[:gem], "1"] })
      own = shared.for_contender(MadeCells.contender("dalli"), except: %w[memcached])

      assert_equal "dalli", own.contender_id
      assert_equal %w[dalli kgio connection_pool], own.expected.map { |gem| gem[:gem] }
      assert_equal %w[kgio connection_pool dalli], own.gems.keys
    end
  end
end

class EnvFolderTest < Minitest::Test
  FACTS = EnvConstructionTest::Made::MADE

  def setup
    @dir = Dir.mktmpdir
    @folder = Cachemark::Env::Folder.new("#{@dir}/env")
  end

  def teardown = FileUtils.rm_rf(@dir)

  def test_is_complete_only_when_finished
    @folder.prepare("gemfile", lock: "lock")

    assert_nil @folder.facts
    assert_equal %w[gemfile lock], [File.read(@folder.gemfile), File.read(@folder.lock)]
    @folder.finish({ **FACTS, load_paths: [@dir] })
    assert_equal [@dir], @folder.facts.fetch(:load_paths)
  end

  def test_is_incomplete_when_a_folder_that_it_loads_is_gone
    @folder.prepare("gemfile")
    @folder.finish({ **FACTS, load_paths: ["#{@dir}/gone"] })

    assert_nil @folder.facts
  end

  def test_starting_again_clears_what_was
    @folder.prepare("old", lock: "lock")
    @folder.finish(FACTS)
    @folder.prepare("new")

    assert_nil @folder.facts
    refute_path_exists @folder.lock
  end

  def test_remembers_each_user_once
    @folder.prepare("gemfile")
    3.times { @folder.use("dalli") }

    assert_equal "dalli\n", File.read(@folder.file("users"))
  end
end

class EnvBuildContextTest < Minitest::Test
  def context(source: "https://gems.example/")
    registry = Cachemark::Env::Registry.new(cache: "/nowhere", source: source)
    @context ||= Cachemark::Env::Builder::BuildContext.new(cache: "/nowhere", spawn: nil, registry: registry)
  end

  def test_does_a_job_once_for_all_who_ask
    done = Queue.new
    context
    answers = Array.new(8) { Thread.new { context.once(:job) { done << true && "answer" } } }.map(&:value)

    assert_equal ["answer"] * 8, answers
    assert_equal 1, done.size
  end

  def test_everyone_who_asks_hears_of_the_failure
    2.times { assert_raises(Cachemark::Trouble) { context.once(:job) { raise Cachemark::Trouble, "no" } } }
  end

  def test_gives_the_place_back_after_a_failure
    20.times { assert_raises(RuntimeError) { context.slot { raise "no" } } }
    assert_equal 1, context.slot { 1 }
  end

  def test_a_folder_has_its_name_only_when_it_is_complete
    Dir.mktmpdir do |dir|
      FileUtils.mkdir_p("#{dir}/a/built.part/rest")
      context.build_folder("#{dir}/a/built") do |part|
        assert_empty Dir.children(part)
        refute_path_exists "#{dir}/a/built"
        FileUtils.touch("#{part}/file")
        part
      end

      assert_equal %w[a a/built a/built/file], Dir.glob("**/*", base: dir).sort
    end
  end

  def test_a_part_of_the_temporary_folder_can_be_the_finished_one
    Dir.mktmpdir do |dir|
      context.build_folder("#{dir}/built") { |part| "#{part}/lib".tap { |lib| FileUtils.mkdir_p("#{lib}/mine") } }

      assert_equal %w[built built/mine], Dir.glob("**/*", base: dir).sort
    end
  end

  def test_a_failed_build_of_a_folder_leaves_nothing
    Dir.mktmpdir do |dir|
      assert_raises(RuntimeError) { context.build_folder("#{dir}/built") { raise "no" } }
      assert_empty Dir.children(dir)
    end
  end

  def test_hands_on_credentials
    assert_equal({ "BUNDLE_GEMS__EXAMPLE" => "me:x" }, context(source: "https://me:x@gems.example/").credentials)
  end
end

class EnvCommandsTest < Minitest::Test
  include DebsCase

  def run_sh(*words, **options) = context.run(["sh", "-c", *words], log: "#{cache}/logs/x.log", **options)

  def test_answers_what_a_command_printed_the_last_time
    2.times { assert_equal "é 1\n", run_sh("echo é $X", env: { "X" => "1" }) }
  end

  def test_says_why_a_command_failed
    error = assert_raises(Cachemark::Env::Impossible) { run_sh(complaint: "it cannot") }
    assert_match(/\Ait cannot: /, error.reason)
    assert_path_exists error.log
    absent = assert_raises(Cachemark::Env::Impossible) { context.run(%w[nothing-at-all], log: error.log) }
    assert_equal "install the package that provides nothing-at-all", absent.how
  end

  def test_a_full_disk_is_no_contenders_fault
    full = assert_raises(Cachemark::Trouble) { run_sh("echo No space left on device; exit 1") }
    assert_match(/no space is left/, full.message)
  end
end

class EnvVariablesTest < Minitest::Test
  GIVEN = { "PATH" => "/bin", "HOME" => "/home/me", "RUBYOPT" => "-w", "BUNDLE_GEMFILE" => "x", "GEM_HOME" => "y",
            "RUBYLIB" => "z", "HTTPS_PROXY" => "http://proxy" }.freeze

  def variables = Cachemark::Env::Variables.new(GIVEN)

  def test_keeps_what_would_change_a_measurement_out_of_a_driver
    assert_equal({ "LANG" => "C.UTF-8", "PATH" => "/bin", "HOME" => "/home/me" }, variables.for_driver)
  end

  def test_lets_a_build_reach_the_network_as_the_user_does
    assert_equal "http://proxy", variables.for_build["HTTPS_PROXY"]
    refute variables.for_build.key?("RUBYOPT")
  end
end

class EnvLogTailTest < Minitest::Test
  LogTail = Cachemark::Env::LogTail

  def with(text)
    Tempfile.create("log") do |file|
      file.write(text)
      file.close
      yield file.path
    end
  end

  def test_quotes_the_lines_that_name_a_cause
    log = "Fetching x\nno such file mine.h\ncannot go on\n\nGem files will remain installed\nbye\n"

    with(log) { |path| assert_equal "no such file mine.h; cannot go on", LogTail.of(path) }
  end

  def test_quotes_the_first_error_of_a_compiler
    log = "a.c:1: warning: x\na.c:3:2: error: no printf\na.c:4:2: error: no y\na.c:9: error: z\nmake: *** Error 1\nmake failed\n"

    with(log) { |path| assert_equal "a.c:3:2: error: no printf; a.c:4:2: error: no y", LogTail.of(path) }
  end

  def test_quotes_the_end_where_no_line_names_one
    with("one\ntwo\nthree\n") { |path| assert_equal "two; three", LogTail.of(path) }
  end

  def test_cuts_and_survives_bytes_of_no_encoding
    with("error \xFF#{"x" * 900}") { |path| assert_equal 300, LogTail.of(path).size }
    assert_equal "", LogTail.of("/nowhere/at/all")
  end

  def test_knows_a_full_disk
    with("No space left on device @ io_write") { |path| assert LogTail.full_disk?(path) }
  end
end
