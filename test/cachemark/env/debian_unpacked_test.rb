# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# Of a small archive, whose packages have no Ruby: what the Ruby says is made up.
class EnvDebianUnpackedTest < Minitest::Test
  include DebsCase

  Debian = Cachemark::Env::Debian
  OFFER = Debian::Offer.named("ruby-3.3").with(suite: "older", packages: %w[compiler], executable: "/usr/bin/gcc")

  # Asks nothing of its Ruby.
  class Unasked < Debian::Unpacked
    private

    def description(_place, _language) = "ruby 3.3.8"
  end

  def unpacked(archive: made.archive, path: ENV.fetch("PATH"), kind: Unasked, **more)
    given = Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home })
    kind.new(cache: cache, spawn: keeper, archive: archive, given: given, essential: [], **more)
  end

  # The names of the missing requirements, where `unshare` exits with a code, or does not exist.
  def lacks(code, uid:, archive: made.archive)
    FileUtils.mkdir_p("#{cache}/bin")
    File.write("#{cache}/bin/unshare", "#!/bin/sh\necho \"$@\" >#{cache}/asked\nexit #{code}\n", perm: 0o755) if code
    unpacked(archive: archive, path: code ? "#{cache}/bin" : "/nowhere", uid: uid).lacks(OFFER)
  end

  def place = Debian::Installation.new(cache, OFFER.name)

  def furnish(archive)
    super
    archive.add("older", "compiler", "1-1", { "usr/bin/gcc" => "gcc" }, depends: "made-libc, libmade")
    archive.add("older", "made-libc", "99-1", { "lib/made-libc.so" => "newer than the machine's" })
  end

  # Its lists may have expired, because their signatures are verified.
  def test_unpacks_packages_with_all_that_they_need_and_the_usual_links_once
    made.publish(valid_until: Time.now - 86_400)
    FileUtils.mkdir_p("#{place.root}/half") # of a killed build
    path = unpacked(keep: ["/usr/src/app"]).call(OFFER)

    %w[usr/lib/libmade.so usr/bin/gcc usr/lib/made-libc.so].each { |file| assert_path_exists "#{place.root}/#{file}" }
    assert_equal "usr/lib", File.readlink("#{place.root}/lib")
    assert_equal "/usr/bin/gcc", File.readlink("#{place.root}/usr/bin/cc")
    assert_path_exists "#{place.root}/usr/src/app"
    assert_path_exists "#{place.root}/etc/hosts"
    assert_equal [place.executable, "ruby 3.3.8"], [path, place.description]
    assert_match(%r{^root=#{place.root}$.*exec /usr/bin/gcc "\$@"$}m, File.read(path))
    refute_path_exists "#{place.root}/half"
    File.write("#{place.root}/mine", "")
    unpacked.call(OFFER)
    assert_path_exists "#{place.root}/mine"
  end

  def test_other_programs_of_a_runtime_enter_the_root_too
    runtime = Cachemark::Vocabulary::Language.all.fetch("node").offers.values.first
    unpacked.call(OFFER.with(runtime: runtime))

    assert_match(%r{^root=#{place.root}$.*exec /usr/bin/npm "\$@"$}m, File.read(place.tool("npm")))
    assert File.executable?(place.tool("npm"))
  end

  def test_a_package_that_the_archive_lacks_is_named_and_nothing_stays
    error = assert_raises(Cachemark::Trouble) { unpacked.call(OFFER.with(packages: %w[absent])) }

    assert_match(/\Aruby-3.3 could not be built: .*absent/, error.message)
    refute_path_exists place.root
    refute_predicate place, :ready?
  end

  def test_a_runtime_that_does_not_run_is_incomplete
    error = assert_raises(Cachemark::Trouble) { unpacked(kind: Debian::Unpacked).call(OFFER) }

    assert_match(/\Aruby-3.3 was built, but does not run: /, error.message)
    refute_predicate place, :ready?
  end

  def test_experimental_takes_from_unstable_the_packages_that_it_lacks
    made.add("sid", "libmade", "1-1", { "usr/lib/libmade.so" => "of unstable" })
    made.add("experimental", "libmade", "2-1", { "usr/lib/libmade.so" => "of experimental" })
    made.add("experimental", "compiler", "2-1", { "usr/bin/gcc" => "gcc 2" }, depends: "libmade")
    made.publish(not_automatic: %w[experimental])
    unpacked.call(OFFER.with(suite: "experimental"))

    assert_equal ["gcc 2", "of unstable"], %w[bin/gcc lib/libmade.so].map { |file| File.read("#{place.root}/usr/#{file}") }
  end

  def test_says_what_it_costs
    cost = unpacked.cost(OFFER).join("\n")

    ["Debian older, unpacked", place.path, "no service", "user namespaces, or root rights", "#{OFFER.takes_s} s",
     "#{OFFER.download_mb} MB of download", "#{OFFER.disk_mb} MB of disk"].each { |part| assert_includes cost, part }
  end

  def test_without_root_it_needs_user_namespaces
    assert_empty lacks(0, uid: 1000)
    assert_equal "--user --map-root-user --mount true\n", File.read("#{cache}/asked")
    [1, nil].each do |code|
      assert_equal ["user namespaces, which this system forbids"], lacks(code, uid: 1000).map(&:first)
    end
  end

  def test_root_needs_only_to_mount
    assert_empty lacks(0, uid: 0)
    assert_equal "--mount true\n", File.read("#{cache}/asked")
    assert_match(/CAP_SYS_ADMIN/, lacks(1, uid: 0).dig(0, 1))
  end

  def test_needs_an_archive
    assert_match(/deb http.* main\z/, lacks(0, uid: 0, archive: false).to_h.fetch("an archive of Debian's"))
  end
end
