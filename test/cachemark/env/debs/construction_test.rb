# frozen_string_literal: true

require "test_helper"
require "open3"

class EnvDebsConstructionTest < Minitest::Test
  include DebsCase
  include FixtureTree

  Unavailable = Cachemark::Env::Unavailable

  def test_an_environment_can_run_and_prove_what_it_loads
    environment, = build(contender(version: "1.2.3"))
    root = File.join(environment.dir, "root")
    output, = Open3.capture2e(environment.env, *environment.argv, "-c", "echo $MADE $MADE_ROOT", unsetenv_others: true)

    assert_equal "1 #{root}\n", output
    assert_equal [{ gem: "thing", version: "1.2.3", dir: root, extension_dir: nil, reports: nil }], environment.expected
    assert_equal({ "thing" => "1.2.3" }, environment.gems)
    assert_equal ["#{root}/usr/bin/made", "1.0", "made 1.0", [root]],
                 environment.runtime.values_at(:path, :version, :description, :folders)
    proof = Cachemark::Env::Proof.new(environment)
    libraries = [{ "name" => "x", "file" => "#{root}/x" }]
    assert_nil proof.reason({ "version" => "1.2.3", "file" => "#{root}/usr/lib/made/thing", "libraries" => libraries })
    assert_match(/was loaded from/, proof.reason({ "version" => "1.2.3", "file" => "/usr/lib/made/thing" }))
  end

  def test_the_reference_needs_no_library
    environment, = build(contender)

    assert_empty environment.expected
    assert_equal 2, environment.lock.lines.size
  end

  def test_a_ready_one_needs_no_process
    first, = build(contender(version: "1.2.3"))
    registry = Cachemark::Env::Registry.new(cache: cache, offline: true)
    builder = Cachemark::Env::Builder.new(cache: cache, spawn: nil, registry: registry, offline: true)

    assert_equal first, builder.build([contender(version: "1.2.3")]).values.first
    assert_equal "thing\n", File.read("#{first.dir}/users")
  ensure
    builder&.release
  end

  def test_a_lock_is_rebuilt_exactly_or_refused
    lock = build(contender(version: "1.2.3")).first.lock
    made.add("older", "libthing", "2-1")
    made.publish
    again, = build(contender(version: "1.2.3"), locks: { "thing" => lock })
    FileUtils.rm_rf("#{cache}/debs")
    FileUtils.rm_f(Dir["#{made.root}/pool/older-libthing_1-1.deb"])
    FileUtils.rm_rf("#{cache}/envs")
    gone, = build(contender(version: "1.2.3"), locks: { "thing" => lock })

    assert_equal lock, again.lock
    assert_match(/\ADebian older does not give .*libthing_1-1_all/, gone.reason)
  end

  def test_checkouts_come_first_and_have_no_version
    plant("#{cache}/mine", "MADE" => "version='9'", "thing" => "mine")
    environment, = build(contender(kind: "path", dir: "#{cache}/mine"))

    assert_equal ["#{cache}/mine", nil], environment.expected.first.values_at(:dir, :version)
    assert_equal "#{cache}/mine", environment.env["MADEPATH"]
    assert_match(/\A# path thing sha256:\h+\n/, environment.lock)
  end

  def test_a_runtime_of_the_users_own_must_have_the_library
    FileUtils.mkdir_p("#{cache}/own/usr/bin")
    FileUtils.mkdir_p("#{cache}/own/usr/lib/made")
    own = "#{cache}/own/usr/bin/made".tap { |path| File.write(path, MadeArchive::MADE) }
    File.chmod(0o755, own)
    lacking, = build(contender(kind: "runtime", runtime: own))
    File.write("#{cache}/own/usr/lib/made/thing", "")
    having, = build(contender(kind: "runtime", runtime: own, version: "5"))

    assert_equal ["#{own} has no module thing", "install it there, or leave made= out"], [lacking.reason, lacking.how]
    assert_equal [own, ["#{cache}/own/usr/lib/made", "5", "5"], ["/bin"]],
                 [having.argv.first, having.expected.first.values_at(:dir, :version, :reports), having.runtime[:folders]]
    assert_empty having.lock
  end

  def test_one_that_cannot_be_had_says_why_and_how
    absent, dry = build(contender(version: "9")), build(contender(version: "1.2.3"), install: false)

    assert_equal ["Debian older has 1.2.3, not 9, of made-thing", "see which versions there are: cachemark list versions thing"],
                 [absent.first.reason, absent.first.how]
    assert_match(/not built yet/, dry.first.reason)
    archive = Cachemark::Env::Debian::Sources::Archive.new(address: "file:/nowhere", trusted: true)
    silent, = build(contender(version: "1.2.3"), archive: archive)
    assert_match(/\ADebian older cannot be reached: /, silent.reason)
    assert_equal "check the network, proxies and apt's sources", silent.how
  end

  def test_a_source_that_cannot_be_had_costs_no_packages
    release = DebsCase::Release.new(number: "1", address: "file:///nowhere", commit: "0" * 40)
    refused, = build(contender(version: "1", release: release, package: nil))

    assert_match(%r{\Aits source cannot be had from file:///nowhere}, refused.reason)
    refute_path_exists "#{cache}/debs"
  end

  def test_one_that_was_cut_off_is_not_ready
    environment, = build(contender(version: "1.2.3"))
    root = File.join(environment.dir, "root")
    FileUtils.rm_rf(root)

    assert_equal environment, build(contender(version: "1.2.3")).first
    assert_path_exists "#{root}/usr/lib/made/thing"
  end
end
