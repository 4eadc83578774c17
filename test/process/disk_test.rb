# frozen_string_literal: true

require "test_helper"

# Runs whose files cannot be written or read.
class DiskProcessTest < Minitest::Test
  QUICK = ["socket", "--scenario", "client/set", "--for", "1x"].freeze
  # Files may not grow beyond 4 KB (512-byte blocks), as on a disk that fills up.
  SMALL_FILES = ["sh", "-c", "ulimit -f 8; exec \"$@\"", "sh"].freeze

  def test_a_record_that_cannot_grow_does_not_end_the_run
    ARun.result(*QUICK, within: SMALL_FILES) do |run|
      assert_equal 3, run.finish, run.err
      assert_match(/^socket +\d.*Note: the record #{run.record} is incomplete: File too large/m, run.out)
      assert_match(/incomplete/, run.err)
      shown = Executable.run("show", run.record)
      assert_equal [0, ""], [shown.status, shown.err]
    end
  end

  def test_a_full_standard_output_keeps_the_record
    skip "no /dev/full here" unless File.exist?("/dev/full")
    ARun.result(*QUICK, within: ["sh", "-c", "exec \"$@\" > /dev/full", "sh"]) do |run|
      assert_equal 3, run.finish
      assert_match(/cannot write the report to standard output: No space left.*\n.*cachemark show #{run.record}/, run.err)
    end
  end
end

# The same refusals before anything starts.
class DiskRefusalsTest < Minitest::Test
  include ACommand

  QUICK = ["run", *DiskProcessTest::QUICK].freeze

  def test_unwritable_files
    plain = file("plain.md", "no markers")
    { "" => file("none/x"), "document=" => plain, "record=" => plain }.each do |word, path|
      assert_match(/#{path}/, refused(*QUICK, *(["-o", file("r.jsonl")] unless word == "record="), "-o", "#{word}#{path}"))
      assert_equal ["no markers", false], [File.read(plain), File.exist?(file("r.jsonl"))]
    end
  end

  def test_a_report_never_replaces_the_record_that_it_shows
    path = record
    before = File.read(path)
    refused("show", path, "--output", path, "--format", "json")

    assert_equal before, File.read(path)
  end

  def test_a_cache_that_cannot_be_used
    %w[envs locks nowhere].each do |name|
      home = ARun.furnish(file("cache-#{name}"))
      File.write(File.join(home, "cachemark", name), "in the way")
      ENV["XDG_CACHE_HOME"] = home
      error = assert_raises(Cachemark::Trouble, name) { command(*QUICK, "--output", file("r.jsonl")) }

      assert_match(/\Athe cache cannot be used: .*#{name}/, error.message)
      assert_includes error.try, "XDG_CACHE_HOME"
      refute_path_exists file("r.jsonl")
    end
  end
end
