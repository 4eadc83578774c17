# frozen_string_literal: true

require "test_helper"

class EnvDebsSuiteTest < Minitest::Test
  include DebsCase

  Gone = Cachemark::Env::Debs::Suite::Gone

  def test_resolves_all_that_is_needed_but_for_the_machines_own
    debs = suite.resolve(["made-thing"])

    assert_equal %w[libmade libthing made made-thing], debs.map(&:name).sort
    found = debs.find { |deb| deb.name == "libmade" }
    assert_equal ["2:1.5-1", "all", "older"], [found.version, found.architecture, found.suite]
  end

  def test_finds_what_there_is
    assert_equal "1.2.3", suite.find("made-thing").upstream
    assert_equal "2.0", suite("newer").find("made-thing").upstream
    assert_nil suite.find("nothing")
  end

  def test_says_what_a_suite_lacks
    assert_equal "Debian older has no nothing", reason { suite.resolve(%w[made nothing]) }
  end

  def test_a_suite_for_a_newer_libc_is_refused
    made.add("newer", "made", "2.0-1", {}, depends: "libc6 (>= 99)")
    made.add("newer", "libc6", "99-1", {}, architecture: made.architecture)
    made.publish

    assert_match(/\Amade of Debian newer needs libc 99-1, and this machine has \d/, reason { suite("newer").resolve(["made"]) })
  end

  def test_downloads_exact_versions
    Dir.mktmpdir do |folder|
      paths = suite.download(suite.resolve(["libmade"]), folder)

      assert_equal [folder], paths.map { |path| File.dirname(path) }
      assert_match(/libmade_2%3a1\.5-1_/, paths.first)
    end
  end

  def test_reports_a_removed_package_after_reading_the_index_again
    before = suite
    old = before.resolve(["libmade"])
    made.add("older", "libmade", "2:1.6-1")
    made.publish
    FileUtils.rm_f(Dir["#{made.root}/pool/older-libmade_21.5-1.deb"])
    Dir.mktmpdir { |folder| assert_raises(Gone) { before.download(old, folder) } }

    assert_equal ["2:1.6-1"], before.resolve(["libmade"]).map(&:version)
  end

  def test_answers_are_kept_until_the_lists_are_read_again
    before = [suite.resolve(["made-thing"]), suite.find("made-thing")]
    FileUtils.mkdir_p("#{cache}/bin")
    FileUtils.ln_s(keeper.which("apt-config"), "#{cache}/bin")
    silent = on_path("#{cache}/bin") # without the programs that read lists
    assert_equal(before, suite(context: silent).then { |other| [other.resolve(["made-thing"]), other.find("made-thing")] })

    FileUtils.touch(Dir["#{cache}/apt/older-*/updated"])
    assert_raises(Cachemark::Env::Impossible) { suite(context: silent).find("made-thing") }
  end

  def test_lists_are_remembered_and_serve_without_a_network
    suite.resolve(["made"])
    offline = context(offline: true)

    assert_equal 2, suite(context: offline).resolve(["made"]).size
    assert_match(/not in the cache/, reason { suite("newer", context: offline).resolve(["made"]) })
    assert_match(/not in the cache/, reason { suite(context: offline).download([suite.find("made")], cache) })
  end

  def test_old_lists_serve_where_the_archive_does_not_answer
    suite.resolve(["made"])
    mark = Dir["#{cache}/apt/older-*/updated"].first
    File.utime(Time.now - 90_000, Time.now - 90_000, mark)
    FileUtils.mv("#{made.root}/dists", "#{made.root}/away")

    assert_equal 2, suite.resolve(["made"]).size
    assert_match(/\ADebian newer cannot be reached: /, reason { suite("newer").resolve(["made"]) })
  end

  def test_keeps_the_users_way_to_the_network_and_runs_no_hook
    kept = [%(Acquire::http::Proxy "http://proxy:3128";), %(Acquire::Retries "3";), %(Acquire::Check-Valid-Until "false";)]
    hooks = [%(DPkg::Post-Invoke:: "touch #{cache}/hook";), %(APT::Update::Pre-Invoke:: "touch #{cache}/hook";)]
    FileUtils.mkdir_p("#{cache}/bin")
    File.write("#{cache}/bin/apt-config", "#!/bin/sh\ncat <<'END'\n#{[*kept, *hooks].join("\n")}\nEND\n", perm: 0o755)
    suite(context: on_path("#{cache}/bin:#{ENV.fetch("PATH")}")).resolve(["made"])
    folder = Dir["#{cache}/apt/older-*"].first
    lines = File.readlines("#{folder}/apt.conf", chomp: true)

    assert_equal kept, lines.first(3)
    refute_path_exists "#{cache}/hook"
    written = lines.grep(/\ADir(::\w+)* "/).grep_v(/trusted|netrc/)
    assert_operator written.size, :>, 3
    assert_empty written.grep_v(%r{ "(#{folder}(/|"))|""})
  end

  def test_needs_an_archive
    assert_match(/knows no archive/, reason { suite(context: context(archive: false)).find("made") })
  end

  private

  def on_path(path) = context(variables: Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home }))
end

class EnvDebsInstalledTest < Minitest::Test
  include DebsCase

  STATUS = <<~TEXT
    Package: dash
    Status: install ok installed
    Architecture: amd64
    Version: 0.5

    Package: dpkg
    Architecture: amd64
    Version: 1.21

    Package: libc6
    Architecture: i386
    Version: 2.35

    Package: libc6
    Status: install ok installed
    Multi-Arch: same
    Architecture: amd64
    Depends: libgcc-s1
    Version: 2.36-9+deb12u10
    Description: GNU
     more lines
     Version: 9

    Package: libgcc-s1
    Architecture: amd64
    Version: 12.2.0-14
  TEXT

  def base(text = STATUS) = Debs::Installed.new(text)

  def test_reads_what_this_machine_is
    assert_equal %w[amd64 2.36-9+deb12u10], [base.architecture, base.libc]
  end

  def test_a_machine_that_is_no_debian_is_refused
    File.write("#{cache}/status", "Package: dash\n")

    ["/nowhere", "#{cache}/status"].each { |status| assert_match(/machine is none/, reason { Debs::Installed.read(status) }) }
  end

  def test_counts_only_libc_the_compilers_libraries_and_what_serves_installing
    stanzas = base.to_s.split("\n\n").to_h { |stanza| [stanza[/^Package: (\S+)/, 1], stanza] }

    assert_equal %w[debconf dpkg libc6 libc6-dev libgcc-s1 mime-support], stanzas.keys.sort
    assert_match(/^Version: 2\.36-9\+deb12u10\+machine$/, stanzas["libc6-dev"])
    assert_match(/^Provides: libgcc1 \(= 1:12\.2\.0-14\+machine\)$/, stanzas["libgcc-s1"])
    assert_match(/^Provides: debconf-2\.0$/, stanzas["debconf"])
    assert(stanzas.values.all? { |stanza| stanza.match?(/^Architecture: amd64$/) && !stanza.include?("Depends") })
  end
end

class EnvDebsStoreTest < Minitest::Test
  include DebsCase

  def store = Debs::Store.new(context)

  def test_unpacks_each_package_once_and_reports_its_digest
    fetched = []
    debs = suite.resolve(["made-thing"])
    2.times { store.obtain(debs) { |names| fetched << names } }
    found = store.obtain(debs).find { |deb| deb.name == "libmade" }

    assert_equal 1, fetched.size
    assert_equal %w[lib], [File.read("#{store.path(found)}/usr/lib/libmade.so")]
    assert_equal Digest::SHA256.file(Dir["#{made.root}/pool/older-libmade*"].first).hexdigest, found.sha256
    assert_empty Dir.glob("#{cache}/debs/.part*")
  end

  def test_a_cut_off_one_is_unpacked_again
    deb = suite.find("libmade")
    store.obtain([deb])
    FileUtils.rm_f("#{store.path(deb)}.sha256")
    FileUtils.rm_rf("#{store.path(deb)}/usr")
    store.obtain([deb])

    assert_path_exists "#{store.path(deb)}/usr/lib/libmade.so"
  end

  def test_another_file_of_the_same_name_is_refused
    deb = suite.find("libmade").with(sha256: "0")

    assert_match(/libmade_2%3a1\.5-1_all is no longer available/, reason { store.obtain([deb]) })
    store.obtain([deb.with(sha256: nil)])
    assert_match(/is no longer available/, reason { store.obtain([deb]) })
  end
end

class EnvDebsPruningTest < Minitest::Test
  include DebsCase

  def prune(**given) = Cachemark::Env::Inventory.new(cache: cache).prune(**given)

  def test_packages_go_with_the_last_environment_that_needs_them
    build(contender, contender(version: "1.2.3").with(id: "two"))
    entry = Cachemark::Env::Inventory.new(cache: cache).list.find { |one| one.debs.size == 4 }
    assert_equal "made 1.0", entry.runtime
    assert_includes entry.debs, "libmade_2%3a1.5-1_all"
    old = Time.now - 1000
    File.utime(old, old, "#{entry.dir}/users")
    pruned = prune(unused_for_s: 500)

    assert_equal %w[libthing_1-1_all made-thing_1%3a1.2.3+dfsg-4_all], pruned.debs.sort
    assert_equal %w[libmade_2%3a1.5-1_all made_1.0-1_all], Dir.children("#{cache}/debs").grep_v(/sha256/).sort
    assert_path_exists "#{cache}/apt"
    assert_kind_of Cachemark::Env::Environment, build(contender).first
  end

  def test_nothing_is_left_where_nobody_needs_anything
    build(contender(version: "1.2.3"))
    assert_equal 4, prune(unused_for_s: 0).debs.size

    assert_empty Dir.glob("#{cache}/{apt,roots,debs/*,envs/*}")
    assert_empty prune(unused_for_s: 0).debs
  end
end

class EnvDebsTreeTest < Minitest::Test
  include DebsCase
  include FixtureTree

  def test_shares_files_and_keeps_links_inside
    plant(cache, "a/usr/lib/x-linux-gnu/one" => "1", "b/usr/include/two.h" => "2", "b/usr/lib/.keep" => "")
    File.symlink("/usr/lib/x-linux-gnu/one", "#{cache}/b/usr/lib/own")
    File.symlink("/bin/sh", "#{cache}/b/usr/lib/machines")
    tree = Debs::Tree.new("#{cache}/root", context)
    2.times { tree.add(["#{cache}/a", "#{cache}/b"]) }

    assert_equal File.stat("#{cache}/a/usr/lib/x-linux-gnu/one").ino, File.stat(tree.file("usr/lib/x-linux-gnu/one")).ino
    assert_equal %w[x-linux-gnu/one /bin/sh], %w[own machines].map { |name| File.readlink(tree.file("usr/lib/#{name}")) }
    assert_equal "/usr/lib/x-linux-gnu/one", File.readlink("#{cache}/b/usr/lib/own")
    assert_equal %w[usr/lib/x-linux-gnu usr/lib].map { |name| tree.file(name) }, tree.libraries
    assert_equal tree.file("usr/include"), tree.for_compiler["CPATH"]
  end
end
