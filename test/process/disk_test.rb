# frozen_string_literal: true

require "test_helper"

# Runs whose files cannot be written or read.
class DiskProcessTest < Minitest::Test
  QUICK = ["socket", "--scenario", "client/set", "--iterations", "1"].freeze
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

  def test_refuses_unwritable_files_before_anything_starts
    Dir.mktmpdir do |folder|
      File.write("#{folder}/plain.md", "no markers")
      { "--output" => "#{folder}/none/x", "--update" => "#{folder}/plain.md",
        "--record" => "#{folder}/plain.md" }.each do |option, path|
        result = ARun.result(*QUICK, option, path, record: false)

        assert_equal [2, ""], [result.status, result.out], option
        assert_match(/\A.*#{path}.*\n.*\n\z/, result.err)
        assert_equal ["no markers", ["plain.md"]], [File.read("#{folder}/plain.md"), Dir.children(folder)]
      end
    end
  end

  def test_neither_report_nor_record_writes_over_the_other
    ARun.result(*QUICK) do |run|
      run.finish
      before = File.read(run.record)
      shown = Executable.run("show", run.record, "--output", run.record, "--format", "json")

      assert_equal [2, before], [shown.status, File.read(run.record)]
    end
  end

  def test_a_cache_that_cannot_be_used_is_one_message
    %w[envs locks nowhere].each do |name|
      Dir.mktmpdir do |home|
        ARun.furnish(home)
        File.write(File.join(home, "cachemark", name), "in the way")
        ARun.result(*QUICK, env: { "XDG_CACHE_HOME" => home }) do |run|
          assert_equal [3, ""], [run.finish, run.out], name
          assert_match(/^cachemark: the cache cannot be used: .*#{name}.*\n.*XDG_CACHE_HOME.*\n\z/, run.err)
          refute_path_exists run.record
        end
      end
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
