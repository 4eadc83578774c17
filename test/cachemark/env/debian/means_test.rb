# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "tmpdir"

class EnvDebianMeansTest < Minitest::Test
  Debian = Cachemark::Env::Debian
  ARCHIVE = Debian::Sources::Archive.new(address: "http://deb.example/debian")

  def setup = @folder = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@folder)

  # Programs by what they exit with.
  def means(programs = { "unshare" => 0, "debootstrap" => 0 }, uid: 0, archive: ARCHIVE)
    programs.each do |name, code|
      File.write("#{@folder}/#{name}", "#!/bin/sh\nexit #{code}\n")
      File.chmod(0o755, "#{@folder}/#{name}")
    end
    given = Cachemark::Env::Variables.new({ "PATH" => @folder, "http_proxy" => "http://proxy.example", "RUBYOPT" => "-w" })
    Cachemark::Host::Keeper.start do |keeper|
      means = Debian::Means.new(spawn: keeper, archive: archive, given: given, uid: uid, sbin: ["/nowhere"])
      yield means
    end
  end

  def lacks(*arguments, **options) = means(*arguments, **options, &:lacks)

  def test_lacks_nothing_where_everything_is
    assert_empty lacks
  end

  def test_says_each_thing_that_is_missing_and_how_to_get_it
    what, how = lacks({}, uid: 1000, archive: nil).transpose

    assert_equal ["root's rights, because only root can set owners", "unshare", "debootstrap", "an archive of Debian's"], what
    assert_equal ["run the same command as root", "apt-get install --no-install-recommends util-linux",
                  "apt-get install --no-install-recommends debootstrap"], how.take(3)
    assert_match(/deb http.* main\z/, how.last)
  end

  def test_root_may_not_mount_everywhere
    assert_match(/CAP_SYS_ADMIN/, lacks({ "unshare" => 1, "debootstrap" => 0 }).dig(0, 1))
  end

  def test_hands_on_the_proxies_and_where_the_programs_of_root_are
    assert_equal({ "http_proxy" => "http://proxy.example", "PATH" => "#{@folder}:/nowhere", "LANG" => "C.UTF-8" },
                 means(&:variables))
  end
end
