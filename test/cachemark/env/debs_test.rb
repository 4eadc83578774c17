# frozen_string_literal: true

require "test_helper"
require "open3"

class EnvDebsTest < Minitest::Test
  Debs = Cachemark::Env::Debs

  def deb(version, **more) = Debs::Deb.new(name: "x", version: version, architecture: "all", suite: "stable", **more)

  def test_knows_the_makers_version
    versions = %w[1.6.3-1+b1 1:2.0 0.31.1+dfsg1-2 2.7.18-8+deb11u1 3.0.20-1~deb12u2 20230311]

    assert_equal %w[1.6.3 2.0 0.31.1 2.7.18 3.0.20 20230311], versions.map { |version| deb(version).upstream }
  end

  def test_names_its_files_without_a_colon
    assert_equal "x_1%3a2.0-1_all", deb("1:2.0-1").full_name
  end

  def test_a_lock_has_a_line_for_each_package
    debs = [deb("1:2.0-1", sha256: "ab"), deb("3", sha256: "cd").with(name: "y", architecture: "amd64")]
    text = "# path x sha256:1\n#{debs.join("\n")}\n"

    assert_equal "x 1:2.0-1 all stable sha256:ab", debs.first.to_s
    assert_equal debs, Debs.locked(text)
  end
end

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
    files = Cachemark::Env::LoadedFiles.new(environment)
    libraries = [{ "name" => "x", "file" => "#{root}/x" }]
    assert_nil files.reason({ "version" => "1.2.3", "file" => "#{root}/usr/lib/made/thing", "libraries" => libraries })
    assert_match(/was loaded from/, files.reason({ "version" => "1.2.3", "file" => "/usr/lib/made/thing" }))
  end

  def test_an_environment_with_its_own_libc_starts_with_the_loader
    environment, = build(contender(version: "2.0", runtime: "made3"))
    root = File.join(environment.dir, "root")
    argv = [*environment.argv, "-c", "echo $MADE_ROOT ${LD_LIBRARY_PATH-none}"]
    output, = Open3.capture2e(environment.env, *argv, unsetenv_others: true)

    assert_equal ["#{root}/usr/lib/made-linux-gnu/ld-made.so.3", "#{root} none\n"], [environment.argv.first, output]
    assert_equal ["#{root}/usr/bin/made", root], [environment.runtime.fetch(:path), environment.expected.first.fetch(:dir)]
    assert_match(/^libc6 99-1 all newest sha256:\h{64}$/, environment.lock)
  end

  def test_the_reference_needs_no_library
    environment, = build(contender)

    assert_empty environment.expected
    assert_equal 2, environment.lock.lines.size
  end

  def test_a_built_environment_needs_no_process
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

    assert_equal ["#{own} has no module thing", "install it there, or remove made="], [lacking.reason, lacking.how]
    assert_equal [own, ["#{cache}/own/usr/lib/made", "5", "5"], ["/bin"]],
                 [having.argv.first, having.expected.first.values_at(:dir, :version, :reports), having.runtime[:folders]]
    assert_empty having.lock
  end

  def test_an_unavailable_environment_has_a_reason_and_a_remedy
    absent, dry = build(contender(version: "9")), build(contender(version: "1.2.3"), install: false)

    assert_equal ["Debian older has 1.2.3, not 9, of made-thing", "see which versions there are: cachemark list versions thing"],
                 [absent.first.reason, absent.first.how]
    assert_match(/not built yet/, dry.first.reason)
    archive = Debs::Archive.new("uris" => "file:/nowhere", "trusted" => "yes")
    silent, = build(contender(version: "1.2.3"), archive: archive)
    assert_match(/\ADebian older cannot be reached: /, silent.reason)
    assert_equal "check the network, proxies and apt's sources", silent.how
  end

  def test_an_unavailable_source_downloads_no_packages
    release = DebsCase::Release.new(number: "1", address: "file:///nowhere", commit: "0" * 40)
    refused, = build(contender(version: "1", release: release, package: nil))

    assert_match(%r{\Aits source is not available from file:///nowhere}, refused.reason)
    refute_path_exists "#{cache}/debs"
  end

  def test_builds_an_interrupted_environment_again
    environment, = build(contender(version: "1.2.3"))
    root = File.join(environment.dir, "root")
    FileUtils.rm_rf(root)

    assert_equal environment, build(contender(version: "1.2.3")).first
    assert_path_exists "#{root}/usr/lib/made/thing"
  end
end

class EnvDebsChoiceTest < Minitest::Test
  include DebsCase

  def names(contender)
    debs = Debs::Choice.new(contender, contender.language.runtimes.values.first, Debs::Store.new(context)).debs
    debs.map { |deb| "#{deb.name} #{deb.suite}" }.sort
  end

  NEEDS = ["libmade older", "libthing older", "made older"].freeze

  def test_the_reference_needs_its_runtime_only
    assert_equal ["libmade older", "made older"], names(contender)
  end

  def test_a_release_of_the_runtimes_suite_comes_with_what_it_needs
    assert_equal [*NEEDS, "made-thing older"], names(contender(version: "1.2.3"))
  end

  def test_a_release_of_another_suite_comes_alone_over_what_it_needs_here
    assert_equal [*NEEDS, "made-thing newer"], names(contender(version: "2.0", suite: "newer"))
  end

  def test_one_that_only_the_other_suite_has_is_no_obstacle
    made.add("newer", "made-new", "3-1", { "usr/lib/made/thing" => "3" })
    made.publish

    found = names(contender(version: "3", suite: "newer", package: "made-new"))
    assert_equal ["libmade older", "made older", "made-new newer"], found
  end

  def test_one_that_is_built_for_another_runtime_is_refused
    made.add("newer", "made-thing", "2.0-1", {}, architecture: made.architecture)
    made.publish

    other = contender(version: "2.0", suite: "newer")
    assert_equal "made-thing of Debian newer is built for another Made", reason { names(other) }
  end

  def test_a_version_that_the_suite_does_not_have_is_refused
    assert_equal "Debian older has 1.2.3, not 1.2.4, of made-thing", reason { names(contender(version: "1.2.4")) }
    assert_equal "Debian newer has no nothing", reason { names(contender(version: "1", suite: "newer", package: "nothing")) }
  end

  def test_a_checkout_gets_what_its_package_needs_without_the_package
    assert_equal NEEDS, names(contender(kind: "path", dir: "/x"))
    assert_equal ["libmade older", "made older"], names(contender(kind: "path", dir: "/x", package: "nothing"))
  end
end
