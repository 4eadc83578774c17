# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class FolderDigestTest < Minitest::Test
  FolderDigest = Cachemark::Driver::Planned::FolderDigest

  def test_is_the_one_of_the_protocol
    assert_equal Digest::SHA256.hexdigest("a.rb\x001\x00b/c.rb\x002\x00"), digest(folder("b/c.rb" => "2", "a.rb" => "1"))
  end

  def test_depends_on_names_and_content
    same = digest(folder("a.rb" => "1", "b/c.rb" => "2"))

    refute_equal same, digest(folder("a.rb" => "1", "b/d.rb" => "2"))
    refute_equal same, digest(folder("a.rb" => "1", "b/c.rb" => "3"))
  end

  def test_does_not_depend_on_the_name_of_the_folder
    folders = ["x [old]", "r{1}", "a*", 'b\\c?'].map { |name| folder({ "a.rb" => "1" }, name) }

    assert_equal [digest(folder("a.rb" => "1"))], folders.map { |path| digest(path) }.uniq
  end

  def test_bytecode_is_not_the_library
    assert_equal digest(folder("a.py" => "1")), digest(folder("a.py" => "1", "b/a.pyc" => "2"))
  end

  def test_a_library_of_one_file_is_a_folder_of_that_file
    assert_equal digest(folder("a.py" => "1")), digest(File.join(folder("a.py" => "1", "b/c.py" => "2"), "a.py"))
  end

  def test_of_nothing_is_nil
    assert_nil FolderDigest.of([])
  end

  def teardown = @folders&.each { |path| FileUtils.remove_entry(path) }

  private

  def digest(path) = FolderDigest.of([path])

  def folder(files, name = "d")
    path = File.join(Dir.mktmpdir.tap { |parent| (@folders ||= []) << parent }, name)
    FileUtils.mkdir_p(File.join(path, "b"))
    files.each { |file, text| File.write(File.join(path, file), text) }
    path
  end
end
