# frozen_string_literal: true

require "test_helper"

class DiskTest < Minitest::Test
  include MemcachedServer

  Disk = Cachemark::Host::Disk
  # Of Debian 12, and of macOS 14.
  LINUX = "Filesystem     1024-blocks     Used Available Capacity Mounted on\n/dev/vda1 103080888 19283 83797000      20% /\n"
  MAC = "Filesystem 1024-blocks Used Available Capacity  Mounted on\n" \
        "/dev/disk3s5 482797652 231041476 228321340    51%    /System/Volumes/My Data\n"

  def test_reads_what_df_prints
    assert_equal [83_797_000 * 1024, 228_321_340 * 1024], [LINUX, MAC].map { |text| Disk.free_bytes(text) }
  end

  def test_what_df_does_not_tell_is_nil
    [nil, "", "df: no such file or directory\n", "Filesystem 1024-blocks Used Available Capacity Mounted on\n"].each do |text|
      assert_nil Disk.free_bytes(text), text.inspect
    end
  end

  def test_a_folder_that_is_not_there_yet_is_the_nearest_above_it
    FolderTree.open("a/file" => "") do |root|
      asked = nil
      facts = Disk.facts("#{root}/a/b/c", ->(argv) { (asked = argv) && LINUX })

      assert_equal ["df", "-Pk", "#{root}/a"], asked
      assert_equal({ "free_bytes" => 83_797_000 * 1024, "writable" => true }, facts)
    end
  end

  def test_the_real_df_is_understood
    assert_operator Disk.facts(Dir.tmpdir, Cachemark::Host::Ask.new(keeper))["free_bytes"], :>, 0
  end
end
