# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvDebianInstallationTest < Minitest::Test
  Installation = Cachemark::Env::Debian::Installation

  def setup
    @cache = File.realpath(Dir.mktmpdir)
    @place = Installation.new(@cache, "ruby-3.3")
  end

  def teardown = FileUtils.rm_rf(@cache)

  def test_ready_is_said_last
    @place.prepare
    @place.write("#!/bin/sh\n")

    refute_predicate @place, :ready?
    assert_nil @place.description
    @place.finish("ruby 3.3.8")

    assert_predicate @place, :ready?
    assert_equal "ruby 3.3.8", @place.description
    assert_equal [@place.path], Installation.all(@cache).map(&:path)
  end

  def test_an_unchanged_executable_keeps_its_date
    @place.prepare
    @place.write("#!/bin/sh\n")
    File.utime(0, 0, @place.executable)
    @place.write("#!/bin/sh\n")
    assert_equal 0, File.mtime(@place.executable).to_i

    @place.write("#!/bin/sh\nexit\n")
    refute_equal 0, File.mtime(@place.executable).to_i
    assert_equal 0o755, File.stat(@place.executable).mode & 0o777
  end

  def test_knows_when_it_was_last_wanted
    @place.prepare
    @place.finish("ruby")
    File.utime(0, 0, "#{@place.path}/ready")
    assert_equal Time.at(0), @place.last_used_at

    @place.use
    refute_equal Time.at(0), @place.last_used_at
  end

  def test_a_new_build_begins_with_nothing
    @place.prepare
    File.write("#{@place.root}/half", "")
    @place.prepare

    assert_empty Dir.children(@place.root)
  end

  def test_what_is_mounted_in_it_is_never_emptied
    @place.prepare
    @place.finish("ruby")
    table = File.join(@cache, "mounts")
    File.write(table, "/dev/sda / ext4 rw 0 0\nproc #{@place.root}/a\\040b proc rw 0 0\n")
    error = assert_raises(Cachemark::Trouble) { @place.remove(mounts: table) }

    assert_match(/ b is a mounted file system: nothing was removed\n.*: umount #{@place.root}.a b\z/, error.message)
    assert_predicate @place, :ready?
    @place.remove
    refute_path_exists @place.path
  end
end
