# frozen_string_literal: true

require "test_helper"
require "digest"
require "json"
require "tmpdir"

# A history as a user keeps one.
class HistoryProcessTest < Minitest::Test
  RUN = %w[socket --scenario client/get --for 2x].freeze

  def teardown = @home && FileUtils.rm_rf(@home)

  def test_a_run_ends_with_its_summary_and_enters_the_given_history
    ARun.start(*RUN, "-o", "history=kept", within: ["env", "-C", home]) do |run|
      assert_equal 0, run.finish, run.err
      assert_equal %w[end summary], File.readlines(run.record).last(2).map { |line| JSON.parse(line)["type"] }
      trend = history("trend", "socket", "client/get", "--format", "json")
      point = JSON.parse(trend.out)["series"].first["lines"].first["points"].first

      assert_equal [1.0, run.lines("run").first["started_at"]], point.values_at("socket_ratio", "at")
      assert_equal run.out, Executable.run("show", run.record).out
      assert_match(/kept as #{point["entry_id"]}/, history("add", run.record).out)
      assert_match(/^1 record\.$/, history("list").out)
    end
  end

  def test_a_history_that_cannot_be_kept_is_refused_before_anything_starts
    ARun.start(*RUN, "-o", "history=/proc/no/history") do |run|
      assert_equal 2, run.finish
      assert_match(%r{\Acachemark: cannot keep a history in /proc/no/history: .*\nTry: choose another folder$}, run.err)
      refute_path_exists run.record
    end
  end

  def test_two_commands_may_add_at_once
    files = Array.new(6) { |day| File.join(home, "#{day}.jsonl").tap { |path| File.write(path, MadeHistory.text(day: day)) } }
    adding = files.each_slice(3).map { |own| Thread.new { history("add", *own) } }

    assert_equal([0, 0], adding.map { |one| one.value.status })
    assert_match(/^6 records\.$/, history("list").out)
  end

  private

  def home = @home ||= Dir.mktmpdir("cachemark-history")
  def history(*words) = Executable.run("history", *words, "--history", File.join(home, "kept"), chdir: home)
end

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

  def test_the_next_publish_finishes_a_killed_one
    in_folder do |dir|
      Executable.run("history", "add", "r.jsonl", "--history", "history", chdir: dir)
      pid = Process.spawn(Executable::OURS, "#{Executable::ROOT}/bin/cachemark", "publish", "site", "--history", "history",
                          chdir: dir, %i[out err] => File::NULL)
      sleep 0.002 until File.exist?("#{dir}/site/#{Cachemark::Site::Folder::Manifest::NAME}") || Process.wait(pid, Process::WNOHANG)
      Processes.kill(pid)
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

  # Every file of the manifest is there, as it says, and the pages are among them.
  def assert_whole(dir)
    files = Cachemark::Site::Folder::Manifest.read(dir).files

    assert_includes files, "index.html"
    files.each { |path, digests| assert_equal digests, [Digest::SHA256.file("#{dir}/#{path}").hexdigest], path }
  end
end
