# frozen_string_literal: true

require "test_helper"
require "tempfile"

class EnvLogTailTest < Minitest::Test
  LogTail = Cachemark::Env::LogTail

  def with(text)
    Tempfile.create("log") do |file|
      file.write(text)
      file.close
      yield file.path
    end
  end

  def test_quotes_the_lines_that_name_a_cause
    log = "Fetching x\nno such file mine.h\ncannot go on\n\nGem files will remain installed\nbye\n"

    with(log) { |path| assert_equal "no such file mine.h; cannot go on", LogTail.of(path) }
  end

  def test_quotes_the_first_error_of_a_compiler
    log = "a.c:1: warning: x\na.c:3:2: error: no printf\na.c:4:2: error: no y\na.c:9: error: z\nmake: *** Error 1\nmake failed\n"

    with(log) { |path| assert_equal "a.c:3:2: error: no printf; a.c:4:2: error: no y", LogTail.of(path) }
  end

  def test_quotes_the_end_where_no_line_names_one
    with("one\ntwo\nthree\n") { |path| assert_equal "two; three", LogTail.of(path) }
  end

  def test_cuts_and_survives_bytes_of_no_encoding
    with("error \xFF#{"x" * 900}") { |path| assert_equal 300, LogTail.of(path).size }
    assert_equal "", LogTail.of("/nowhere/at/all")
  end

  def test_knows_a_full_disk
    with("No space left on device @ io_write") { |path| assert LogTail.full_disk?(path) }
  end
end
