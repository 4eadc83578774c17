# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/clients.rb")

class FolderDigestTest < Minitest::Test
  def test_depends_on_names_and_content_and_on_nothing_else
    same, other = Array.new(2) { folder("a.rb" => "1", "b/c.rb" => "2") }

    assert_match(/\A\h{64}\z/, digest(same))
    assert_equal digest(same), digest(other)
    refute_equal digest(same), digest(folder("a.rb" => "1", "b/d.rb" => "2"))
    refute_equal digest(same), digest(folder("a.rb" => "1", "b/c.rb" => "3"))
  end

  def test_does_not_depend_on_the_name_of_the_folder
    folders = ["x [old]", "r{1}", "a*", 'b\\c?'].map { |name| folder({ "a.rb" => "1" }, name) }

    assert_equal [digest(folder("a.rb" => "1"))], folders.map { |path| digest(path) }.uniq
  end

  def test_of_nothing_is_nil
    assert_nil CachemarkDriver::FolderDigest.of([])
  end

  def teardown = @folders&.each { |path| FileUtils.remove_entry(path) }

  private

  def digest(path) = CachemarkDriver::FolderDigest.of([path])

  def folder(files, name = "d")
    path = File.join(Dir.mktmpdir.tap { |parent| (@folders ||= []) << parent }, name)
    FileUtils.mkdir_p(File.join(path, "b"))
    files.each { |file, text| File.write(File.join(path, file), text) }
    path
  end
end
