# frozen_string_literal: true

require "test_helper"
require "digest"
require "json"
require "tmpdir"

# `history add` and `publish` as a user runs them, and what is left when one is killed.
class PublishProcessTest < Minitest::Test
  def test_a_record_becomes_a_site
    in_folder do |dir|
      added = Executable.run("history", "add", "r.jsonl", "--history", "history", chdir: dir)
      done = Executable.run("publish", "site", "--history", "history", chdir: dir)

      assert_equal [0, 0], [added.status, done.status], added.err + done.err
      assert_match(%r{\A1 run, 0 changes: \d+ files written.*\nOpen site/index\.html\n\z}, done.out)
      assert_whole "#{dir}/site"
    end
  end

  def test_what_was_killed_is_finished_by_the_next
    in_folder do |dir|
      Executable.run("history", "add", "r.jsonl", "--history", "history", chdir: dir)
      pid = Process.spawn(Executable::OURS, "#{Executable::ROOT}/bin/cachemark", "publish", "site", "--history", "history",
                          chdir: dir, %i[out err] => File::NULL)
      sleep 0.002 until File.exist?("#{dir}/site/#{Cachemark::Site::Folder::Manifest::NAME}") || Process.wait(pid, Process::WNOHANG)
      kill(pid)
      done = Executable.run("publish", "site", "--history", "history", chdir: dir)

      assert_equal 0, done.status, done.err
      assert_whole "#{dir}/site"
    end
  end

  private

  def in_folder
    Dir.mktmpdir do |dir|
      File.write("#{dir}/r.jsonl", MadeRecord.lines.map { |line| "#{JSON.generate(line)}\n" }.join)
      yield dir
    end
  end

  def kill(pid)
    Process.kill(:KILL, pid)
    Process.wait(pid)
  rescue Errno::ESRCH, Errno::ECHILD
    nil # it was quicker
  end

  # Every file of the manifest is there, as it says, and the pages are among them.
  def assert_whole(dir)
    files = Cachemark::Site::Folder::Manifest.read(dir).files

    assert_includes files, "index.html"
    files.each { |path, digests| assert_equal digests, [Digest::SHA256.file("#{dir}/#{path}").hexdigest], path }
  end
end
