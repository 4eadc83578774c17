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

  # A process that writes to a log, or did.
  Holder = Struct.new(:alive?)

  def test_a_folder_lends_a_log_that_no_living_process_writes_to
    folder do |logs|
      first = lent(logs, "dalli", true)
      second = lent(logs, "dalli", true)
      ended = lent(logs, "dalli@path:/a", false)

      assert_equal %w[dalli.log dalli+2.log], [first, second].map { |path| File.basename(path) }
      assert_equal ended, lent(logs, "dalli@path:/a", false)
    end
  end

  def test_a_log_is_free_again_where_no_process_came_of_it
    folder do |logs|
      assert_raises(RuntimeError) { logs.reserve("dalli") { raise "no driver" } }

      assert_equal "dalli.log", File.basename(lent(logs, "dalli", true))
    end
  end

  def test_logs_that_nobody_wrote_to_are_removed
    folder do |logs, path|
      lent(logs, "silent", false)
      File.write(lent(logs, "loud", false), "help")
      logs.tidy

      assert_equal ["loud.log"], Dir.children(path)
    end
  end

  private

  def folder
    Dir.mktmpdir { |path| yield Cachemark::Driver::Log::Folder.new(path), path }
  end

  def lent(logs, id, alive)
    used = nil
    logs.reserve(id) { |path| Holder.new(alive).tap { used = path } }
    used
  end
end
