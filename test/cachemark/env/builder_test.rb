# frozen_string_literal: true

require "test_helper"
require "open3"
require "tmpdir"

# With real gems from the real gem source, in a cache that stays warm.
class EnvBuilderTest < Minitest::Test
  Environment = Cachemark::Env::Environment
  Unavailable = Cachemark::Env::Unavailable

  # What a program prints in an environment, started as a driver would be.
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
      assert_nil Cachemark::Env::Proof.new(environment).reason({ "version" => loaded, "file" => file })
    end
  end

  def test_what_another_contender_built_is_out_of_reach
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

  def test_one_that_cannot_be_had_says_why_and_stops_no_other
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
      assert_equal "run without --no-install", refused.how
      assert_kind_of Unavailable, offline
      assert_match(/without --offline/, offline.how)
    end
  end

  def test_a_ready_one_needs_no_process
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
