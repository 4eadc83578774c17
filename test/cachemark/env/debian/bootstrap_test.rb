# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "rbconfig"
require "tmpdir"

# debootstrap itself is a script here: what it is asked, and what it does wrong.
class EnvDebianBootstrapTest < Minitest::Test
  Debian = Cachemark::Env::Debian
  OFFER = Debian::Offer.named("ruby-3.3").with(executable: RbConfig.ruby)
  MAKES_ROOT = "cp -a \"$CACHEMARK_TEST_ROOT\" \"$root.made\" && rmdir \"$root\" && mv \"$root.made\" \"$root\""

  def setup
    skip "only root makes Rubies" unless Process.uid.zero? && OtherRoot.possible?
    @folder = File.realpath(Dir.mktmpdir)
    @cache = "#{@folder}/cache"
    OtherRoot.make("#{@folder}/other")
    @keeper = Cachemark::Host::Keeper.start
  end

  def teardown
    @keeper&.stop
    @folder && FileUtils.rm_rf(@folder)
  end

  # The script finds the future root in $root, and notes its arguments and its process.
  def bootstrap(script)
    FileUtils.mkdir_p("#{@folder}/bin")
    File.write("#{@folder}/bin/debootstrap", <<~SH)
      #!/bin/sh
      printf '%s\\n' "$@" >>#{@folder}/asked
      CACHEMARK_TEST_ROOT=#{@folder}/other
      for root; do case $root in #{@cache}/*) break ;; esac; done
      echo $$ >#{@folder}/pid
      #{script}
    SH
    File.chmod(0o755, "#{@folder}/bin/debootstrap")
    given = Cachemark::Env::Variables.new(ENV.to_h.merge("PATH" => "#{@folder}/bin:/usr/bin:/bin"))
    archive = Debian::Sources::Archive.new(address: "http://deb.example/debian")
    means = Debian::Means.new(spawn: @keeper, archive: archive, given: given)
    Debian::Bootstrap.new(cache: @cache, spawn: @keeper, means: means)
  end

  def place = Debian::Installation.new(@cache, OFFER.name)

  def test_says_what_it_costs_before
    cost = bootstrap("exit 1").cost(OFFER).join("\n")

    ["Debian trixie", "ruby-dev", "http://deb.example/debian", place.path, "no service", "#{OFFER.takes_s} s",
     "#{OFFER.download_mb} MB of download", "#{OFFER.disk_mb} MB of disk"].each { |part| assert_includes cost, part }
    refute_path_exists @cache
  end

  def test_makes_a_ruby_that_the_rest_of_cachemark_takes_for_one
    path = bootstrap(MAKES_ROOT).call(OFFER)
    runtime = Cachemark::Env::Runtimes.new(cache: @cache, spawn: @keeper).at(path)

    assert_equal [path, RUBY_DESCRIPTION, true], [runtime.path, place.description, place.ready?]
    assert_equal [RUBY_VERSION, RUBY_DESCRIPTION], [runtime.version, runtime.description]
    assert_empty Dir.glob("#{place.root}/var/cache/apt/archives/*.deb")
    assert_equal ["--variant=minbase", "--include=#{OFFER.packages.join(",")}", "trixie", place.root, "http://deb.example/debian"],
                 File.readlines("#{@folder}/asked", chomp: true)
  end

  def test_what_is_ready_is_not_made_again
    Array.new(2) { bootstrap(MAKES_ROOT).call(OFFER) }

    assert_equal 1, File.read("#{@folder}/asked").scan("minbase").size
  end

  def test_tells_why_it_failed_and_keeps_no_half
    failing = bootstrap("touch $root/half; echo 'E: Failed getting release file'; exit 1")
    error = assert_raises(Cachemark::Trouble) { failing.call(OFFER) }

    assert_equal "ruby-3.3 could not be made: E: Failed getting release file\nAll of it: #{place.log}", error.message
    refute_path_exists place.root
    refute_predicate place, :ready?
  end

  def test_what_does_not_run_is_not_ready
    error = assert_raises(Cachemark::Trouble) { bootstrap("true").call(OFFER) }

    assert_match(/\Aruby-3.3 was made, but does not run: /, error.message)
    refute_predicate place, :ready?
  end

  def test_a_full_disk_is_called_so
    error = assert_raises(Cachemark::Trouble) { bootstrap("echo 'tar: x: No space left on device'; exit 1").call(OFFER) }

    assert_match(/\AThe cache cannot be used: No space left on device/, error.message)
  end

  def test_what_it_mounts_is_nobody_elses_and_goes_with_it_however_it_ends
    script = "mkdir $root/proc; mount --bind /etc $root/proc; echo mounted >#{@folder}/mounted; exec sleep 600"
    building = Thread.new { bootstrap(script).call(OFFER) }
    building.report_on_exception = false
    assert Processes.eventually { File.exist?("#{@folder}/mounted") }
    pid = File.read("#{@folder}/pid").to_i

    assert_includes File.read("/proc/#{pid}/mounts"), "#{place.root}/proc"
    assert_empty OtherRoot.mounts_below(@folder)
    assert_raises(Cachemark::Trouble) { Cachemark::Env::Inventory.new(cache: @cache).prune }

    Process.kill("KILL", pid)
    assert_raises(Cachemark::Trouble) { building.value }
    refute Processes.alive?(pid)
    refute_path_exists place.root
    assert_path_exists "/etc/passwd"
  end

  def test_what_a_killed_build_has_left_is_cleared
    FileUtils.mkdir_p("#{place.root}/half")

    assert_path_exists bootstrap(MAKES_ROOT).call(OFFER)
    refute_path_exists "#{place.root}/half"
  end
end
