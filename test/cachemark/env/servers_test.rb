# frozen_string_literal: true

require "test_helper"

class EnvServersTest < Minitest::Test
  include DebsCase

  Servers = Cachemark::Env::Servers
  Offer = Servers::Offer
  LOADER = "#!/bin/sh\nshift 2\nexec \"$@\"\n"
  private_constant :LOADER

  def furnish(archive)
    release("older", "1.6.18", archive: archive)
    release("newer", "1.6.45", archive: archive)
  end

  def test_a_release_of_debian_is_unpacked_with_its_libraries_and_started_by_its_own_loader_also_without_an_archive
    program = servers.program("1.6.45")
    root = "#{cache}/servers/1.6.45/root"

    assert_equal "1.6.45", program.version
    assert_equal ["#{root}/usr/lib/made-linux-gnu/ld-made.so.1", "--library-path", "#{root}/usr/bin/memcached"],
                 program.argv.values_at(0, 1, 3)
    assert_includes program.argv[2].split(":"), "#{root}/usr/lib/made-linux-gnu"
    assert_equal "lib", File.read("#{root}/usr/lib/made-linux-gnu/libevent.so")
    packages = JSON.parse(File.read("#{cache}/servers/1.6.45/server.json")).fetch("packages") # none that only installs it
    assert_equal %w[libc6 libevent memcached], packages.map { |line| line[/\A(\S+) .* sha256:\h{64}\z/, 1] }
    assert_equal program, servers(offline: true, archive: nil).program("1.6.45")
  end

  def test_offline_and_without_installing_only_the_cache_is_used
    assert_match(/\Amemcached 1\.6\.18 cannot be prepared: it is not in the cache\nTry: run once without install=cached\z/,
                 trouble { servers(offline: true).program("1.6.18") })
    assert_match(/run without install=no/, trouble { servers(install: false).program("1.6.18") })
  end

  def test_two_at_once_prepare_it_once
    path_without_memcached
    steps = Queue.new
    programs = Array.new(2) { Thread.new { servers.program("1.6.45") { |what| steps << what } } }.map(&:value)

    assert_equal 1, programs.uniq.size
    assert_equal ["memcached libevent libc6 of Debian newer".split.sort], Array.new(steps.size) { steps.pop.split.sort }
  end

  def test_a_suite_that_moved_on_is_refused_with_what_it_has
    release("newer", "1.6.46")
    made.publish

    assert_match(/\Amemcached 1\.6\.45 cannot be prepared: Debian newer has 1\.6\.46 now\nTry: --with memcached=1\.6\.46; /,
                 trouble { servers.program("1.6.45") })
    refute File.exist?("#{cache}/servers/1.6.45")
  end

  def test_a_release_that_is_newer_than_all_known_ones_is_looked_for_in_the_newest_suite
    release("newer", "1.6.46")
    made.publish
    program = servers.program(servers.exact("1.6.46"))

    assert_equal ["1.6.46", true, %w[1.6.18 1.6.45 1.6.46]],
                 [program.version, servers.known.last.cached, servers.known.map(&:number)]
    assert_equal "1.6.46", servers.exact("newest")
    assert_match(/Debian newer has 1\.6\.46 now/, trouble { servers.program(servers.exact("1.6.47")) })
    assert_match(/1\.6\.17/, trouble { servers.exact("1.6.17") })
    assert_match(/9\.9\.9/, trouble { servers.exact("9.9.9") })
  end

  def test_a_package_that_does_not_run_leaves_nothing_behind
    release("newer", "1.6.45", says: "broken")
    made.publish

    assert_match(/it was unpacked, but does not run here/, trouble { servers.program("1.6.45") })
    refute File.exist?("#{cache}/servers/1.6.45")
  end

  def test_a_word_means_an_exact_release_and_an_unknown_one_lists_all
    assert_equal %w[1.6.45 1.6.45 1.6.45 1.6.18], %w[newest 1.6 1.6.x 1.6.18].map { |word| servers.exact(word) }
    assert_equal "memcached has no version 1.4.9\n" \
                 "Try: versions that can be had: 1.6.18, 1.6.45; the path of an executable works, too, for a build of your own " \
                 "(cachemark list servers)", trouble { servers.exact("1.4.9") }
  end

  def test_a_path_is_a_memcached_of_the_user
    path = executable("mine", "[ \"$1\" = -V ] && echo memcached 1.7.0")

    assert_equal path, servers.exact(path)
    assert_equal Servers::Program.new(version: "1.7.0", argv: [path]), servers.program(path)
  end

  def test_a_path_that_is_no_memcached_is_refused
    path = executable("other", "echo redis 7")
    File.write("#{cache}/plain", "")

    assert_match(/#{path} is not a memcached that runs here: it does not answer -V as a memcached does/,
                 trouble { servers.exact(path) })
    assert_match(/it does not exist/, trouble { servers.exact("#{cache}/nowhere") })
    assert_match(/it is not an executable file/, trouble { servers.exact("#{cache}/plain") })
  end

  def test_a_range_has_every_known_release_between_its_ends
    offers = %w[1.6.9 1.6.18 1.6.38 1.6.45].map { |version| Offer.new(version: version, suite: "older") }

    assert_equal %w[1.6.18 1.6.38 1.6.45], servers(offers: offers).between("1.6.18..1.6.45")
    assert_match(/1\.6\.45 is newer than 1\.6\.18/, trouble { servers(offers: offers).between("1.6.45..1.6.18") })
    assert_match(/1\.6\.18 is not a range of servers\nTry: write it as 1\.6\.9\.\.1\.6\.45/,
                 trouble { servers(offers: offers).between("1.6.18") })
  end

  def test_the_installed_one_and_those_in_the_cache_are_known_too
    servers.program("1.6.45")
    path = executable("bin/memcached", "echo memcached 1.6.20")
    known = servers(offers: [], variables: Cachemark::Env::Variables.new("PATH" => File.dirname(path))).known

    assert_equal [["1.6.20", false, path], ["1.6.45", true, nil]], known.map { |one| [one.number, one.cached, one.path] }
  end

  private

  def servers(archive: made.archive, variables: Cachemark::Env::Variables.new("PATH" => path_without_memcached), **options)
    offers = [Offer.new(version: "1.6.18", suite: "older"), Offer.new(version: "1.6.45", suite: "newer")]
    Servers.new(cache: cache, spawn: keeper, archive: archive, variables: variables, offers: offers, **options)
  end

  # The programs that unpack, in a private folder.
  def path_without_memcached
    @path ||= "#{cache}/path".tap do |folder|
      FileUtils.mkdir_p(folder)
      %w[sh cp apt-get apt-cache apt-config dpkg dpkg-deb tar].each do |name|
        found = keeper.which(name) and FileUtils.ln_s(found, "#{folder}/#{name}")
      end
    end
  end

  def release(suite, version, says: "memcached #{version}", archive: made)
    text = "#!/bin/sh\n# /lib/ld-made.so.1\0\necho #{says}\n"
    archive.add(suite, "memcached", "#{version}-1", { "usr/bin/memcached" => text },
                depends: "libevent, libc6, adduser, perl:any")
    archive.add(suite, "libevent", "2-1", { "usr/lib/made-linux-gnu/libevent.so" => "lib" })
    archive.add(suite, "libc6", "99-1", { "usr/lib/made-linux-gnu/ld-made.so.1" => LOADER })
  end

  def executable(name, script)
    path = "#{cache}/#{name}"
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, "#!/bin/sh\n#{script}\n")
    File.chmod(0o755, path)
    path
  end

  def trouble(&block) = assert_raises(Cachemark::Trouble, Cachemark::Usage, &block).report
end
