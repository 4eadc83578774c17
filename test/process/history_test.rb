# frozen_string_literal: true

require "test_helper"
require "json"

# A history as a user keeps one.
class HistoryProcessTest < Minitest::Test
  RUN = %w[socket --scenario client/get --iterations 2].freeze

  def teardown = @home && FileUtils.rm_rf(@home)

  def test_a_run_ends_with_its_summary_and_goes_into_the_history_that_it_is_told
    ARun.start(*RUN, "--history", "kept", within: ["env", "-C", home]) do |run|
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
    ARun.start(*RUN, "--history", "/proc/no/history") do |run|
      assert_equal 2, run.finish
      assert_match(%r{\Acachemark: cannot keep a history in /proc/no/history: .*\nTry: choose another --history DIR$}, run.err)
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
