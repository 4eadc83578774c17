# frozen_string_literal: true

require "test_helper"

require "tmpdir"

class AtomicFileTest < Minitest::Test
  def setup
    @folder = Dir.mktmpdir("cachemark")
    @path = File.join(@folder, "README.md")
  end

  def teardown = FileUtils.remove_entry(@folder)

  def test_writes_a_new_file_byte_for_byte
    Cachemark::AtomicFile.write(@path, "a\r\n\xFF")

    assert_equal "a\r\n\xFF".b, File.binread(@path)
    assert_equal ["README.md"], Dir.children(@folder)
  end

  def test_keeps_the_mode
    File.write(@path, "old")
    File.chmod(0o640, @path)
    Cachemark::AtomicFile.write(@path, "new")

    assert_equal 0o640, File.stat(@path).mode & 0o7777
    assert_equal "new", File.read(@path)
  end

  def test_a_link_stays_and_its_target_changes
    Dir.mkdir(File.join(@folder, "deep"))
    File.write(File.join(@folder, "deep", "target"), "old")
    File.symlink("deep/target", @path)
    Cachemark::AtomicFile.write(@path, "new")

    assert File.symlink?(@path)
    assert_equal "new", File.read(File.join(@folder, "deep", "target"))
    assert_equal ["target"], Dir.children(File.join(@folder, "deep"))
  end

  def test_a_reader_of_the_old_file_keeps_the_old_text
    File.write(@path, "old")
    File.open(@path) do |reader|
      Cachemark::AtomicFile.write(@path, "new")

      assert_equal "old", reader.read
    end
  end

  # Ctrl-C arrives while a large report is written.
  def test_an_interrupt_keeps_the_old_file_and_no_other
    File.write(@path, "old")
    text = Class.new { def to_s = raise(Interrupt) }.new

    assert_raises(Interrupt) { Cachemark::AtomicFile.write(@path, text) }
    assert_equal [["README.md"], "old"], [Dir.children(@folder), File.read(@path)]
  end

  def test_a_link_in_a_circle_is_trouble
    File.symlink("README.md", @path)

    assert_raises(Cachemark::Trouble) { Cachemark::AtomicFile.write(@path, "new") }
  end

  def test_a_folder_that_is_not_there_is_trouble_that_names_the_file
    error = assert_raises(Cachemark::Trouble) { Cachemark::AtomicFile.write("#{@folder}/none/a.md", "new") }

    assert_match(%r{\Acannot write .*/none/a\.md: No such file}, error.message)
    assert_equal "fix this and repeat the command; the file is unchanged", error.try
  end

  def test_a_pipe_or_device_is_written_to_and_stays
    File.mkfifo(@path)
    reader = Thread.new { File.read(@path) }
    Cachemark::AtomicFile.write(@path, "new")

    assert_equal ["new", "fifo"], [reader.value, File.ftype(@path)]
  end

  def test_names_the_obstacle_before_anything_is_written
    File.write(@path, "old")

    assert_nil Cachemark::AtomicFile.obstacle(@path)
    assert_nil Cachemark::AtomicFile.obstacle("/dev/null")
    assert_equal "No such file or directory", Cachemark::AtomicFile.obstacle("#{@folder}/none/a.md")
    # A file that may be written, in a folder where no other can be made.
    assert_match(/\w/, Cachemark::AtomicFile.obstacle("/proc/self/oom_score_adj"))
    assert_equal ["README.md"], Dir.children(@folder)
  end

  def test_a_failed_write_leaves_nothing_behind
    Dir.mkdir(@path)
    assert_raises(Cachemark::Trouble) { Cachemark::AtomicFile.write(@path, "new") }

    assert_equal ["README.md"], Dir.children(@folder)
  end
end
