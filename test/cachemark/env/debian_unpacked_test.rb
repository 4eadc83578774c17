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

    def description(_place) = "ruby 3.3.8"
  end

  def unpacked(archive: made.archive, path: ENV.fetch("PATH"), kind: Unasked, **more)
    given = Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home })
    kind.new(cache: cache, spawn: keeper, archive: archive, given: given, essential: [], **more)
  end

  def place = Debian::Installation.new(cache, OFFER.name)

  def setup
    super
    made.add("older", "compiler", "1-1", { "usr/bin/gcc" => "gcc" }, depends: "made-libc, libmade")
    made.add("older", "made-libc", "99-1", { "usr/lib/made-libc.so" => "newer than the machine's" })
    made.publish
  end

  def test_unpacks_packages_with_all_that_they_need_and_the_usual_links
    path = unpacked(keep: ["/usr/src/app"]).call(OFFER)

    %w[usr/lib/libmade.so usr/bin/gcc usr/lib/made-libc.so].each { |file| assert_path_exists "#{place.root}/#{file}" }
    assert_equal "/usr/bin/gcc", File.readlink("#{place.root}/usr/bin/cc")
    assert_path_exists "#{place.root}/usr/src/app"
    assert_path_exists "#{place.root}/etc/hosts"
    assert_equal [place.executable, "ruby 3.3.8"], [path, place.description]
    assert_match(%r{^root=#{place.root}$.*exec /usr/bin/gcc "\$@"$}m, File.read(path))
  end

  def test_a_package_that_the_archive_lacks_is_named_and_nothing_stays
    error = assert_raises(Cachemark::Trouble) { unpacked.call(OFFER.with(packages: %w[absent])) }

    assert_match(/\Aruby-3.3 could not be built: .*absent/, error.message)
    refute_path_exists place.root
    refute_predicate place, :ready?
  end

  def test_says_what_it_costs_and_that_it_needs_no_root
    cost = unpacked.cost(OFFER).join("\n")

    ["Debian older, unpacked", place.path, "no service", "user namespaces, and no root rights"].each do |part|
      assert_includes cost, part
    end
  end

  def test_needs_an_archive_and_user_namespaces
    FileUtils.mkdir_p("#{cache}/bin")
    File.write("#{cache}/bin/unshare", "#!/bin/sh\nexit 1\n", perm: 0o755)

    assert_equal [["an archive of Debian's", "user namespaces, which this system forbids"]] * 2,
                 ["#{cache}/bin", "/nowhere"].map { |path| unpacked(archive: nil, path: path).lacks(OFFER).map(&:first) }
  end
end
