# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class LogTest < Minitest::Test
  def test_quotes_the_last_lines_of_this_process_only
    Dir.mktmpdir do |folder|
      path = File.join(folder, "dalli.log")
      File.write(path, "an earlier process\n")
      log = Cachemark::Driver::Log.new(path)

      assert_empty log.tail

      log.open { |file| file.write("one\n\ntwo\nthree \xff\nfour\n") }

      assert_equal ["two", "three ?", "four"], log.tail
    end
  end

  def test_warnings_and_repetitions_are_no_last_words
    Dir.mktmpdir do |folder|
      log = Cachemark::Driver::Log.new(File.join(folder, "dalli.log"))
      noise = "[DEPRECATION] The binary protocol is deprecated\nW, [2026] WARN -- : SECURITY WARNING: Marshal\n"
      log.open { |file| file.write("no memory\n#{noise}lib/x.rb:1: warning: shadowing\nno memory\nstack\n#{noise}") }

      assert_equal ["no memory", "stack"], log.tail
    end
  end

  def test_has_no_words_without_a_file
    assert_empty Cachemark::Driver::Log.new("/nowhere/at/all.log").tail
  end
end
