# frozen_string_literal: true

require "test_helper"
require "open3"

class EnvDebsGroundTest < Minitest::Test
  include DebsCase

  Runtime = Cachemark::Env::Debs::Runtime

  def folder = @folder ||= Cachemark::Env::Folder.new("#{cache}/envs/x").tap(&:clear)

  def own_runtime
    "#{cache}/own".tap do |path|
      File.write(path, MadeArchive::MADE)
      File.chmod(0o755, path)
    end
  end

  def test_a_runtime_of_debians_is_laid_as_a_whole
    runtime = Runtime.of(contender(version: "1.2.3"), context)
    debs = runtime.build_in(folder)
    root = folder.file("root")

    assert_equal %w[libmade libthing made made-thing], debs.map(&:name).sort
    assert_equal %w[1.2.3 lib], ["made/thing", "libthing.so"].map { |name| File.read("#{root}/usr/lib/#{name}") }
    assert_equal "compiled\n", File.read("#{root}/usr/lib/made/compiled")
    assert_equal "#{root}/usr/bin/made", runtime.executable(folder)
    assert_equal({ "LD_LIBRARY_PATH" => "#{root}/usr/lib" }, runtime.variables(folder))
    assert_equal ["#{root}/usr/lib/made/thing"], runtime.ask(folder, made.language.environment.probe, "thing")[:modules].values
  end

  def test_fetches_the_shared_packages_of_a_runtime_once
    context = self.context
    events = []
    [contender, contender(version: "1.2.3")].each_with_index do |one, number|
      Runtime.of(one, context).build_in(Cachemark::Env::Folder.new("#{cache}/envs/#{number}").tap(&:clear)) { |names| events << names }
    end

    assert_equal 1, events.count("made1")
    assert_equal 1, Dir["#{cache}/roots/*"].size
    assert_equal 1, Dir[File.join(cache, "envs", "*", "root", "usr/bin/made")].map { |path| File.stat(path).ino }.uniq.size
  end

  def test_a_lock_is_laid_without_asking_what_there_is
    debs = Runtime.of(contender(version: "1.2.3"), context).build_in(folder)
    made.add("older", "libthing", "2-1")
    made.publish
    again = Runtime.of(contender(version: "1.2.3"), context, lock: debs.join("\n")).build_in(folder.tap(&:clear))

    assert_equal debs, again
    assert_equal "lib", File.read(folder.file("root/usr/lib/libthing.so"))
  end

  def test_lists_that_name_what_is_gone_are_read_again
    runtime = Runtime.of(contender, context)
    Runtime.of(contender, context).build_in(folder)
    FileUtils.rm_rf("#{cache}/debs")
    made.add("older", "libmade", "2:1.6-1")
    made.publish
    FileUtils.rm_f(Dir["#{made.root}/pool/older-libmade_21.5-1.deb"])

    assert_includes runtime.build_in(folder.tap(&:clear)).map(&:version), "2:1.6-1"
  end

  def test_a_build_has_headers_that_are_gone_afterwards
    runtime = Runtime.of(contender(kind: "path", dir: "/x", building: ["libthing"]), context)
    runtime.build_in(folder)
    seen = runtime.building(folder) do |executable, variables|
      assert_path_exists executable
      [File.read("#{variables.fetch("CPATH")}/made.h"), File.read("#{variables.fetch("LIBRARY_PATH")}/libthing.so")]
    end

    assert_equal %W[made\n lib], seen
    refute_path_exists folder.file("building")
  end

  def test_a_runtime_of_the_users_own_is_used_as_it_is
    runtime = Runtime.of(contender(kind: "runtime", runtime: own_runtime), context)

    assert_empty runtime.build_in(folder)
    assert_equal [own_runtime, {}], [runtime.executable(folder), runtime.variables(folder)]
    assert_equal [own_runtime, {}], runtime.building(folder) { |*given| given }
    assert_equal %w[/lib/x /bin], [runtime.place(folder, "/lib/x/thing"), *runtime.folders(folder, ["/bin"])]
    refute_equal runtime.key, Runtime.of(contender(runtime: "/bin/sh"), context).key
  end

  def test_a_runtime_with_its_own_libc_is_started_by_its_own_loader
    runtime = Runtime.of(contender(version: "2.0", runtime: "made3"), context)
    debs = runtime.build_in(folder)
    root = folder.file("root")
    own = "#{root}/usr/lib/made-linux-gnu"
    libraries = "#{own}:#{root}/usr/lib"

    assert_equal %w[libc6 made-thing made3], debs.map(&:name).sort
    assert_equal ["#{own}/ld-made.so.3", "--argv0", "#{root}/usr/bin/made", "--library-path", libraries, "#{root}/usr/bin/made3"],
                 runtime.argv(folder)
    assert_equal ["#{root}/usr/bin/made", {}], [runtime.executable(folder), runtime.variables(folder)]
    [[runtime.executable(folder)], runtime.argv(folder)].each do |argv|
      output, = Open3.capture2e(*argv, "-c", "echo $MADE_ROOT $LIBRARIES")
      assert_equal "#{root} #{libraries}\n", output
    end
    assert_equal "compiled\n", File.read("#{root}/usr/lib/made/compiled")
  end

  def test_a_build_with_an_own_libc_uses_the_machines_compiler_without_its_variables
    runtime = Runtime.of(contender(kind: "path", dir: "/x", runtime: "made3"), context)
    runtime.build_in(folder)
    seen = runtime.building(folder) do |executable, variables|
      output, = Open3.capture2e(executable, "-c", "echo $MADE_ROOT")
      [output.chomp, variables.keys.sort, File.read("#{variables.fetch("CPATH")}/made.h")]
    end

    assert_equal [folder.file("building"), %w[CPATH LIBRARY_PATH], "made3\n"], seen
  end

  def test_arguments_start_a_runtime_and_load_a_module
    language = made.language.with(environment: made.language.environment.with(arguments: ["-q"], loading: ["-l", "MODULE.so"]))
    made1 = language.runtimes.fetch(language.own_runtime).with(arguments: ["-r", "ROOT/usr/x"])
    language = language.with(runtimes: { **language.runtimes, made1.name => made1 })
    runtime, own = [{}, { runtime: own_runtime }].map { |more| Runtime.of(contender(**more).with(language: language), context) }

    assert_equal ["-r", "#{folder.file("root")}/usr/x", "-q"], runtime.arguments(folder)
    assert_equal [%w[-l thing.so], %w[-l /built/thing.so], []],
                 [runtime.loading("thing", []), runtime.loading("thing", ["/built"]), runtime.loading(nil, [])]
    assert_equal [["-q"], [], %w[-l /built/thing.so]],
                 [own.arguments(folder), own.loading("thing", []), own.loading("thing", ["/built"])]
  end

  def test_a_root_without_a_loader_is_refused
    runtime = Runtime.of(contender(runtime: "made3"), context)
    runtime.build_in(folder)
    FileUtils.rm_f(folder.file("root/usr/lib/made-linux-gnu/ld-made.so.3"))

    error = assert_raises(Cachemark::Env::Impossible) { runtime.argv(folder) }
    assert_equal "#{folder.file("root/usr/bin/made3")} has no loader in #{folder.file("root")}", error.reason
    assert_equal "remove #{folder.path}, and run it again", error.how
  end

  def test_reports_a_runtime_that_does_not_answer
    runtime = Runtime.of(contender(runtime: "/bin/false"), context)
    other = Runtime.of(contender(runtime: "/bin/echo"), context)
    assert_match(%r{\A/bin/false does not run here}, reason { runtime.ask(folder, "x") })
    assert_match(%r{\A/bin/echo does not answer as a Made does}, reason { other.ask(folder, "x") })
  end
end

class EnvDebsOriginTest < Minitest::Test
  include DebsCase
  include FixtureTree

  Origin = Cachemark::Env::Debs::Origin

  # The folders that a contender's library is loaded from.
  def fetch(contender, context: self.context)
    folder = Cachemark::Env::Folder.new("#{cache}/envs/x").tap(&:clear)
    runtime = Cachemark::Env::Debs::Runtime.of(contender, context)
    origin = Origin.of(contender, context).tap { |one| one.prepare(runtime) }
    runtime.build_in(folder)
    origin.fetch(runtime, folder)
  end

  def stamps(contender) = Origin.of(contender, context).stamps

  def checkout(files) = "#{cache}/mine".tap { |dir| plant(dir, files) }

  def test_a_package_and_the_reference_need_nothing
    [contender, contender(version: "1.2.3")].each { |one| assert_equal [[], []], [fetch(one), stamps(one)] }
  end

  def test_uses_a_pure_checkout_in_place
    dir = checkout("MADE" => "", "thing" => "mine")
    one = contender(kind: "path", dir: dir)

    assert_equal [dir], fetch(one)
    before = stamps(one)
    assert_match(/\Apath thing sha256:\h{64}\z/, before.first)
    File.write("#{dir}/thing", "changed")
    refute_equal before, stamps(one)
  end

  def test_an_extension_is_built_from_a_copy_once
    dir = checkout("MADE" => "", "thing" => "mine", "ext" => "ext\n", ".git/x" => "")
    built = 2.times.map { fetch(contender(kind: "path", dir: dir)) }.uniq

    assert_equal 1, built.size
    assert_match(%r{\A#{cache}/store/made-made1/built/\h{16}\z}, built.first.first)
    assert_equal "made\next\n", File.read("#{built.first.first}/thing")
    assert_equal %w[.git MADE ext thing], Dir.children(dir).sort
    assert_equal 1, Dir.children(File.dirname(built.first.first)).size
  end

  def test_says_why_a_checkout_cannot_be_used
    dir = checkout("MADE" => "")
    assert_equal "#{dir} has no module thing", reason { fetch(contender(kind: "path", dir: dir)) }
    plant(dir, "thing" => "", "ext/x" => "")
    assert_match(/\Athing cannot be built: /, reason { fetch(contender(kind: "path", dir: dir)) })
    variables = Cachemark::Env::Variables.new({ "PATH" => "/nowhere" })
    runtime = Object.new.tap { |made| made.define_singleton_method(:ask) { |*| { folder: dir, builds: true } } }
    store = "#{cache}/store"
    runtime.define_singleton_method(:store) { store }
    runtime.define_singleton_method(:building) { |_folder, &build| build.call("/bin/false", {}) }
    origin = Origin.of(contender(kind: "path", dir: dir), context(variables: variables))
    folder = Cachemark::Env::Folder.new("#{cache}/envs/x")
    assert_equal "thing has to be compiled, and this machine has no gcc and no g++", reason { origin.fetch(runtime, folder) }
  end

  def test_a_revision_is_exported
    ARepository.open("mine") do |repository|
      plant(repository.dir, "MADE" => "", "thing" => "old")
      old = repository.commit
      repository.write("thing", "new")
      one = contender(kind: "git", dir: repository.dir, ref: old)

      assert_equal ["git thing #{old}"], stamps(one)
      assert_equal "old", File.read("#{fetch(one).first}/thing")
      error = assert_raises(Cachemark::Usage) { stamps(contender(kind: "git", dir: repository.dir, ref: "nowhere")) }
      assert_includes error.message, "nowhere is not a commit of #{repository.dir}"
    end
  end

  def test_clones_an_available_public_source
    ARepository.open("mine") do |repository|
      plant(repository.dir, "MADE" => "", "thing" => "public")
      release = DebsCase::Release.new(number: "1", address: "file://#{repository.dir}", commit: repository.commit)
      one = contender(version: "1", kind: "package", release: release, package: nil)
      offline = Origin.of(one, context(offline: true))
      assert_match(/is not available from file:.* \(it is not in the cache\)/, reason { offline.prepare(runtime) })

      assert_equal "public", File.read("#{fetch(one).first}/thing")
      release = release.with(address: "file:///nowhere", commit: "0" * 40)
      gone = one.with(release: release, client: one.client.with(id: "made/gone"))
      error = assert_raises(Cachemark::Env::Impossible) { fetch(gone) }
      assert_match(%r{\Aits source is not available from file:///nowhere \(.*does not}, error.reason)
      assert_equal "clone it where you can, and run thing@path:DIR", error.how
    end
  end

  private

  def runtime = Cachemark::Env::Debs::Runtime.of(contender, context)
end

class EnvDebsAdditionsTest < Minitest::Test
  include DebsCase
  include FixtureTree

  def built(number, context: self.context, **named)
    folder = Cachemark::Env::Folder.new("#{cache}/envs/#{number}").tap(&:clear)
    runtime = Cachemark::Env::Debs::Runtime.of(contender(runtime: "made2", **named), context)
    runtime.build_in(folder)
    [runtime, folder.file("root/usr/lib/made/two")]
  end

  def publish_sources(*names)
    names.each { |name| made.add_source("older", name, "1.0", "ext" => "#{name}\n") }
    made.publish
  end

  def test_are_built_once_in_their_order_each_with_those_before_it
    publish_sources("first", "second")
    runtime, first = built(1)
    _, other = built(2)

    assert_equal "made\nsecond\nafter the first\n", File.read(first)
    assert_empty runtime.lacking
    assert_equal File.stat(first).ino, File.stat(other).ino
    assert_empty Dir["#{cache}/**/*.part", "#{cache}/**/work", "#{cache}/envs/*/building"]
  end

  def test_a_named_checkout_takes_the_place_of_a_source
    publish_sources("second")
    plant("#{cache}/mine", "ext" => "mine\n", ".git/x" => "")
    runtime, file = built(1, checkouts: { "one" => "#{cache}/mine" })

    assert_equal "made\nsecond\nafter the first\n", File.read(file)
    assert_equal "made\nmine\n", File.read(file.sub(/two\z/, "one"))
    assert_match(/\Apath one sha256:\h{64}\z/, runtime.checkouts.first)
    assert_equal %w[.git ext], Dir.children("#{cache}/mine").sort
    File.write("#{cache}/mine/ext", "changed\n")
    assert_equal "made\nchanged\n", File.read(built(2, checkouts: { "one" => "#{cache}/mine" }).last.sub(/two\z/, "one"))
  end

  def test_the_lock_names_the_checkouts
    publish_sources("second")
    plant("#{cache}/mine", "ext" => "mine\n")
    one = contender(runtime: "made2", checkouts: { "one" => "#{cache}/mine" })
    environment, = build(one)
    File.write("#{cache}/mine/ext", "changed\n")
    refused, = build(one, locks: { "thing" => environment.lock })

    assert_match(/\A# path one sha256:\h{64}\n/, environment.lock)
    assert_match(/\Athe environment of the record is no longer available: it ran path one sha256/, refused.reason)
  end

  def test_a_runtime_without_them_lacks_a_mode_and_says_so
    publish_sources("first")
    runtime, file = built(1)

    refute_path_exists file
    assert_equal({ "fast" => "fast is not available for made2 (Debian older does not give the source of second): " \
                             "name a checkout: two=path:DIR" }, runtime.lacking)
    refused, = built(2, context: context(offline: true))
    assert_match(/not in the cache/, refused.lacking["fast"])
  end

  def test_tries_an_unavailable_source_again_on_another_day
    environment, = build(contender(runtime: "made2"))
    publish_sources("first", "second")
    same, = build(contender(runtime: "made2"))
    past = Time.now - 90_000
    [File.join(environment.dir, "env.json"), *Dir["#{cache}/apt/*/updated"]].each { |file| File.utime(past, past, file) }
    later, = build(contender(runtime: "made2"))

    assert_equal [%w[fast], %w[fast], []], [environment, same, later].map { |one| one.lacks.keys }
  end
end
