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
    log = "Fetching x\nextconf.rb:3: no Config (NameError)\ncannot go on\n\nGem files will remain installed\nbye\n"

    with(log) { |path| assert_equal "extconf.rb:3: no Config (NameError); cannot go on", LogTail.of(path) }
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
